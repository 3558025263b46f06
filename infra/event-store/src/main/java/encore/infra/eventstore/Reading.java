package encore.infra.eventstore;

/** What one follower reads of the log, page by page; those who are near each other may read together. */
public interface Reading extends AutoCloseable {

    /**
     * The wanted events of a stretch behind a position; it may be shorter than asked for.
     *
     * @return a stretch that ends where it began when the log ends there
     */
    Stretch<Recorded> read(long after, int limit);

    /** Nobody waits for this one any more. */
    @Override
    default void close() {}
}
