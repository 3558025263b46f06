package encore.infra.eventstore.log;

/**
 * Thrown when the log or the keys cannot be opened in their current state. The message is for the person who starts
 * Encore.
 */
public final class StartRefused extends RuntimeException {

    private final boolean isTemporary;

    public StartRefused(String sentence) {
        this(sentence, false);
    }

    private StartRefused(String sentence, boolean isTemporary) {
        super(sentence);
        this.isTemporary = isTemporary;
    }

    /** Returns the refusal of a start that may succeed when the database answers again. */
    public static StartRefused whileAway(String sentence) {
        return new StartRefused(sentence, true);
    }

    /** Whether the same start may succeed later. */
    public boolean isTemporary() {
        return isTemporary;
    }
}
