package encore.infra.eventstore;

/**
 * Carries out what an erasing event says: the subject's key goes first, and with it all that is encrypted under it. What
 * views made of it they drop themselves, behind the event.
 */
public interface Erasures {

    /**
     * Carries out what the log says and the key store has not done yet; from then on each erasure as it is appended.
     * Call it before anything serves.
     */
    void start();

    /**
     * Waits until the key of every subject erased up to a position is destroyed for good, but not for long.
     *
     * @return whether it is; otherwise it is tried again until it is
     */
    boolean await(long position);
}
