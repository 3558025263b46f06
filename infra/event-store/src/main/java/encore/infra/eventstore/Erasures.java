package encore.infra.eventstore;

import encore.kernel.StreamId;

/** Carries out what an erasing event says: the subject's key goes first, then what was made from it. */
public interface Erasures {

    /**
     * Carries out what the log says and the key store has not done yet; from then on each erasure as it is appended.
     * Call it before anything serves.
     */
    void start();

    /** Returns once every erasure up to a position is carried out, the listeners' part included. */
    void await(long position);

    /**
     * Joins in: views drop what they hold of the subject. It may be called twice for one subject.
     *
     * @return closing it ends the calls
     */
    AutoCloseable onErased(Listener listener);

    /** Told after the subject's key is gone for good. It runs on a thread of the erasures, which waits for it. */
    interface Listener {
        void erased(StreamId subject, long position);
    }
}
