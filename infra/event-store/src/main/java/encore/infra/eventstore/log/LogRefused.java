package encore.infra.eventstore.log;

/** The log cannot be opened as it is. The sentence is for the person who starts Encore. */
public final class LogRefused extends RuntimeException {

    public LogRefused(String sentence) {
        super(sentence);
    }
}
