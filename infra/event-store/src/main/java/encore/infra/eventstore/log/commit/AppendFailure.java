package encore.infra.eventstore.log.commit;

/** The reason why a commit was not appended. Nothing of it is in the log; only {@link Unknown} leaves that open. */
public abstract sealed class AppendFailure extends RuntimeException {

    private AppendFailure(String message) {
        super(message, null, false, false);
    }

    /** Another commit has taken the sequence of the stream. Load the stream again and decide again. */
    public static final class SequenceTaken extends AppendFailure {
        public SequenceTaken(String stream, long sequence) {
            super(stream + " cannot take an event at sequence " + sequence);
        }
    }

    /** The event that the commit was decided on has not been appended. Load the stream again and decide again. */
    public static final class PredecessorMissing extends AppendFailure {
        public PredecessorMissing(String stream) {
            super(stream + " does not end with the event that this commit was decided on");
        }
    }

    /** The request was answered before. Return that answer. */
    public static final class RequestAnswered extends AppendFailure {
        private final transient RememberedAnswer answer;

        public RequestAnswered(RememberedAnswer winner) {
            super("The request was answered by the commit at " + winner.position());
            this.answer = winner;
        }

        public RememberedAnswer answer() {
            return answer;
        }
    }

    /** A once-key is in use. Decide again: the look-up will find the key. */
    public static final class OnceKeyTaken extends AppendFailure {
        public OnceKeyTaken(String key) {
            super("The key is in use: " + key);
        }
    }

    /** Another owner holds a claim. Decide again: the look-up will find the owner. */
    public static final class ClaimTaken extends AppendFailure {
        public ClaimTaken() {
            super("Another stream holds a claim of this commit");
        }
    }

    /** The subject of the commit's personal data was erased meanwhile. Decide again: the look-up will find the end. */
    public static final class SubjectKeyDestroyed extends AppendFailure {
        public SubjectKeyDestroyed(String subject) {
            super("The key of the subject " + subject + " was destroyed");
        }
    }

    /** The account or the process has no room for the events. The message is a sentence for the caller. */
    public static final class QuotaReached extends AppendFailure {
        public QuotaReached(String sentence) {
            super(sentence);
        }
    }

    /**
     * The log takes no writes now, for example because the disk is full. Nothing was written; try the commit again
     * later.
     */
    public static final class Unavailable extends AppendFailure {
        public Unavailable(String reason) {
            super(reason);
        }
    }

    /**
     * It is not known whether the commit is durable. Either a sync failed: then only a restart shows the outcome, and
     * nothing is written before it. Or the database stopped answering after the commit was sent: then the outcome is
     * known once it answers again.
     */
    public static final class Unknown extends AppendFailure {
        public Unknown(String reason) {
            super(reason);
        }
    }
}
