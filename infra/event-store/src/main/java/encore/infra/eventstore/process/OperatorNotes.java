package encore.infra.eventstore.process;

/** The notes that operators leave for the process that runs an automation. */
public final class OperatorNotes {

    /** While this note is there, the automation applies no events and sends no commands. */
    public static final String PAUSE = "pause";

    private static final String RETRY = "retry ";

    private OperatorNotes() {}

    /** Returns the note that asks to retry a dead letter. */
    public static String retry(String letter) {
        return RETRY + letter;
    }

    public static boolean isRetry(String note) {
        return note.startsWith(RETRY);
    }

    /** Returns the id of the dead letter that a retry note names. */
    public static String letterIdOf(String note) {
        return note.substring(RETRY.length());
    }
}
