package encore.infra.backend;

/**
 * Answers a command whose events are durable.
 *
 * @param position of the command's last event; when it changed nothing, the head it was decided at
 */
public record CommandResult(Object answer, long position) {}
