package encore.infra.eventstore.process;

/**
 * A dead letter of an automation: a command that failed, an event that could not be applied, or a later command or
 * event of the same key that waits for it. Nothing of its key goes on until it is retried. It contains neither payload
 * nor message.
 *
 * @param ordinal the command's number; 0 for the event itself
 * @param key the command's order key, or the event's stream
 * @param cause the exception's simple name; {@link #WAITING} if it only waits
 */
public record AutomationDeadLetter(long position, long ordinal, long account, String key, String cause, int attempts) {

    public static final String PREFIX = "letter/";
    public static final String WAITING = "BehindDeadLetter";

    public String id() {
        return key(position, ordinal);
    }

    public static String key(long position, long ordinal) {
        return OutboxCommand.key(PREFIX, position, ordinal);
    }
}
