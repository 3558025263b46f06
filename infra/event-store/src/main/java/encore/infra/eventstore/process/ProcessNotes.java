package encore.infra.eventstore.process;

/** Words that people leave for the owner of an automation's store. */
public final class ProcessNotes {

    /** It folds and sends nothing while this is there. */
    public static final String PAUSE = "pause";

    private static final String RETRY = "retry ";

    private ProcessNotes() {}

    /** Tries a dead letter again. */
    public static String retry(String letter) {
        return RETRY + letter;
    }

    public static boolean isRetry(String note) {
        return note.startsWith(RETRY);
    }

    /** The letter that a note is about. */
    public static String letter(String note) {
        return note.substring(RETRY.length());
    }
}
