package encore.infra.backend;

/**
 * The answer to a command, whose events are durable.
 *
 * @param position the position of the command's last event, or the head that it was decided at when it changed nothing
 */
public record CommandResult(Object answer, long position) {}
