package encore.infra.eventstore.log;

/**
 * Thrown when the log or the keys cannot be opened in their current state. The message is for the person who starts
 * Encore.
 */
public final class StartRefused extends RuntimeException {

    public StartRefused(String sentence) {
        super(sentence);
    }
}
