package encore.infra.eventstore;

/** Reads the log for one follower, page by page. Followers at nearby positions may share a read. */
public interface TailReader extends AutoCloseable {

    /**
     * Reads the selected events after a position. The page may cover fewer positions than the limit.
     *
     * @return a page that ends at {@code after} when the log ends there
     */
    EventPage<RecordedEvent> read(long after, int limit);

    /** Ends this reader, so that no other reader waits for it. */
    @Override
    default void close() {}
}
