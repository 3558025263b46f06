package encore.infra.eventstore.process;

/**
 * A fault that holds up its own key until it is tried again: a command that broke, or an event that could not be folded,
 * or one of the same stream that waits behind it. It holds neither payload nor message.
 *
 * @param ordinal of the command; 0 for the event itself
 * @param key the command's order key; the event's stream
 * @param cause the exception's simple name, {@link #BEHIND} for one that only waits
 */
public record Letter(long position, long ordinal, long account, String key, String cause, int attempts) {

    public static final String PREFIX = "letter/";
    public static final String BEHIND = "BehindDeadLetter";

    public String id() {
        return key(position, ordinal);
    }

    public static String key(long position, long ordinal) {
        return Outgoing.key(PREFIX, position, ordinal);
    }
}
