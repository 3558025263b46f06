package encore.infra.backend;

/**
 * The answer to a command, whose events are durable.
 *
 * @param position the position of the command's last event, or the head that it was decided at when it changed nothing
 * @param isRepeat whether an earlier request with the same id was given this answer, and nothing was decided again
 */
public record CommandResult(Object answer, long position, boolean isRepeat) {

    /** Creates the answer to a command that was decided now. */
    public CommandResult(Object answer, long position) {
        this(answer, position, false);
    }

    /** Returns the same answer for a repeat of the request. */
    public CommandResult asRepeat() {
        return new CommandResult(answer, position, true);
    }
}
