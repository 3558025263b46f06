package encore.infra.eventstore.log;

/** Why a commit was not appended. Nothing of it is in the log, except where {@link Unknown} says otherwise. */
public abstract sealed class AppendFailure extends RuntimeException {

    private AppendFailure(String message) {
        super(message, null, false, false);
    }

    /** Another commit holds that sequence of the stream: decide again from a fresh load. */
    public static final class SequenceTaken extends AppendFailure {
        public SequenceTaken(String stream, long sequence) {
            super(stream + " has no room at " + sequence);
        }
    }

    /** What it was decided on has not been appended: decide again from a fresh load. */
    public static final class Undone extends AppendFailure {
        public Undone(String stream) {
            super(stream + " has not become what this was decided on");
        }
    }

    /** The request was honoured already: answer as it was answered. */
    public static final class RequestTaken extends AppendFailure {
        private final transient HonouredRequest winner;

        public RequestTaken(HonouredRequest winner) {
            super("The request was honoured at " + winner.position());
            this.winner = winner;
        }

        public HonouredRequest winner() {
            return winner;
        }
    }

    /** A once-key is in use: decide again, the look-up will find it. */
    public static final class KeyTaken extends AppendFailure {
        public KeyTaken(String key) {
            super("The key is in use: " + key);
        }
    }

    /** Another owner holds a claim: decide again, the look-up will find it. */
    public static final class ClaimTaken extends AppendFailure {
        public ClaimTaken() {
            super("A claim is held by another");
        }
    }

    /** Whom its personal data is of was erased meanwhile: decide again, the look-up will find the end. */
    public static final class KeyGone extends AppendFailure {
        public KeyGone(String subject) {
            super("No key for " + subject);
        }
    }

    /** No writes now (disk full): nothing was written, the same commit may succeed later. */
    public static final class Unavailable extends AppendFailure {
        public Unavailable(String reason) {
            super(reason);
        }
    }

    /**
     * Whether the commit is durable is not known: a sync failed, which shows only after a restart, until which nothing is written;
     * or the database fell silent behind it, and it is settled once that answers.
     */
    public static final class Unknown extends AppendFailure {
        public Unknown(String reason) {
            super(reason);
        }
    }
}
