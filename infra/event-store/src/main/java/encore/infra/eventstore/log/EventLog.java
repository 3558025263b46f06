package encore.infra.eventstore.log;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.log.commit.StoredEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The append-only log of one installation: commits of events at positions from 1 without gaps, chained by hashes. In
 * the same transaction it stores answers to requests, once-keys and claims. Snapshots are stored separately.
 *
 * <p>In each process one thread appends, and any number of threads read. Two adapters pass the same
 * {@code EventLogContract}. When several processes share a log, each of them follows the others' appends.
 */
public interface EventLog extends AutoCloseable {

    /** The most events of one read. */
    int LARGEST_PAGE = 1_000;

    /** Reading over this many unwanted events costs less than another read. */
    int LARGEST_GAP_READ_OVER = 64;

    /**
     * Appends a commit as a whole. The future completes after the commit is durable, and not on the writer's thread.
     *
     * @return the commit's positions; the future fails with an {@link AppendFailure}
     */
    CompletableFuture<AppendedCommit> append(NewCommit commit);

    /** Returns the position of the last durable event, 0 when the log is empty. */
    long head();

    /** Returns the time of the last commit in milliseconds since 1970, 0 when the log is empty. */
    long headTime();

    /**
     * Returns a time in milliseconds since 1970: every commit that is not durable yet will carry a later time. So a
     * list that is paged by time may show everything up to it. An idle writer can promise more than this default: it
     * may include the time of the last commit.
     */
    default long settledTime() {
        return headTime() - 1;
    }

    /**
     * Returns the time of the clock that the writers' clocks are compared with, in milliseconds since 1970. It is the
     * store's own where several processes append, so a process whose clock is wrong learns the right time. This may ask
     * the store.
     */
    default long clockTime() {
        return System.currentTimeMillis();
    }

    /**
     * Reads events after a position in order, across all streams. The limit may cut a commit in two.
     *
     * @param limit at most 1,000
     */
    List<StoredEvent> read(long after, int limit);

    /** Reads a page after a position. Only events of these types are returned, and only these are checked. */
    default EventPage<StoredEvent> read(long after, int limit, Set<String> types) {
        List<StoredEvent> all = read(after, limit);
        return new EventPage<>(
                all.stream().filter(event -> types.contains(event.type())).toList(), after + all.size());
    }

    /** Reads a page after a position. Only events of matching streams are returned, and only these are checked. */
    default EventPage<StoredEvent> readStreams(long after, int limit, Predicate<String> streams) {
        List<StoredEvent> all = read(after, limit);
        return new EventPage<>(
                all.stream().filter(event -> streams.test(event.stream())).toList(), after + all.size());
    }

    /**
     * Reads the events at the given positions that are of these types, in order. Neighbours are read together.
     *
     * @param positions ascending, at most 1,000, up to the head
     */
    default List<StoredEvent> readAt(List<Long> positions, Set<String> types) {
        return readNeighbours(
                positions, (after, limit) -> read(after, limit, types).events());
    }

    /** Reads the events at the given positions whatever their types, like {@link #readAt(List, Set)}. */
    default List<StoredEvent> readAt(List<Long> positions) {
        return readNeighbours(positions, this::read);
    }

    private static List<StoredEvent> readNeighbours(List<Long> positions, PageReader pages) {
        List<StoredEvent> found = new ArrayList<>();
        Set<Long> wanted = Set.copyOf(positions);
        for (int from = 0; from < positions.size(); ) {
            int to = from;
            while (to + 1 < positions.size()
                    && positions.get(to + 1) - positions.get(to) <= LARGEST_GAP_READ_OVER
                    && positions.get(to + 1) - positions.get(from) < LARGEST_PAGE) {
                to++;
            }
            long after = positions.get(from) - 1;
            pages.read(after, Math.toIntExact(positions.get(to) - after)).stream()
                    .filter(event -> wanted.contains(event.position()))
                    .forEach(found::add);
            from = to + 1;
        }
        return found;
    }

    /**
     * Reads events of one stream in order, starting at a sequence.
     *
     * @param limit at most 1,000
     */
    List<StoredEvent> readStream(String stream, long fromSequence, int limit);

    /** Returns the last event of a stream, or null when there is no such stream. A miss is not cached. */
    @Nullable
    StreamHead streamHead(String stream);

    /** Returns the last position whose commit has this time or an earlier one, 0 when there is none. */
    long positionAt(long epochMillis);

    /**
     * Returns the head of the hash chain before a commit. An adapter reads it from the commit before; this default
     * computes it again from the start of the log.
     *
     * @param first the commit's first position
     */
    default byte[] headHashBefore(long first) {
        return HashChain.fold(LogHash.genesis(), new HashChain(this).leaves(0, first - 1));
    }

    /**
     * Returns the answer to the request with this id (an HMAC) if it was answered within the last 8 days, otherwise
     * null.
     */
    @Nullable
    RememberedAnswer rememberedAnswer(byte[] id);

    /**
     * Returns whether other processes append to this log too. Then caches of this process may be behind for a moment.
     */
    default boolean isShared() {
        return false;
    }

    /**
     * Waits until this process knows the log up to a position that another process may have written. A decision before
     * then could contradict data that the caller has already seen.
     *
     * @param timeout the longest time to wait
     */
    default void awaitPosition(long position, Duration timeout) {}

    /**
     * Asks the store itself whether an event is still the last of its stream. Only then is a decision right that
     * appended nothing.
     *
     * @param sequence -1 for a stream that does not exist
     */
    default boolean isLastOfStream(String stream, long sequence) {
        return !isShared();
    }

    /** Finds a used once-key with its fingerprint and answer, or null. The key is prefixed with its stream. */
    @Nullable
    OnceKey onceKey(String key);

    /** Returns the owner of a claim (an HMAC), as the commit named it that took the claim, or null. */
    @Nullable
    String claimOwner(byte[] claim);

    /** Returns the owners of many claims, in the order of the claims. */
    default List<@Nullable String> claimOwners(List<byte[]> claims) {
        List<@Nullable String> owners = new ArrayList<>(claims.size());
        claims.forEach(claim -> owners.add(claimOwner(claim)));
        return owners;
    }

    /** Stores a snapshot unless a newer one of the stream is stored. It must be made from durable events only. */
    void putSnapshot(StoredSnapshot snapshot);

    /**
     * Returns a stream's newest snapshot. A snapshot is deleted and not returned when this log does not contain its
     * commit with the same head.
     */
    @Nullable
    StoredSnapshot snapshot(String stream);

    void deleteSnapshot(String stream);

    /** Deletes all snapshots that are encrypted under these subjects' keys. */
    void deleteSnapshotsOf(Collection<String> subjects);

    /**
     * Calls a listener after each group of commits is durable. The listener must not block the calling thread; it only
     * wakes other threads.
     *
     * @param listener receives the new events in order
     * @return a handle whose {@code close} ends the calls
     */
    AutoCloseable onAppended(Listener listener);

    /** Returns whether the log takes writes now: false while the disk is full, and always once it {@link #isBroken}. */
    boolean writable();

    /** Returns whether this process takes no writes until a restart, because a sync or its writer failed. */
    default boolean isBroken() {
        return false;
    }

    /**
     * Returns the time since this process last heard from a log to which others append. It is zero for a log that only
     * this process writes.
     */
    default Duration timeSinceLastContact() {
        return Duration.ZERO;
    }

    /** Returns a sentence about a problem that prevents writes and that an operator can correct, or null. */
    default @Nullable String problem() {
        return null;
    }

    /** Returns a sentence about a fault that prevents no write, but that an operator should know of, or null. */
    default @Nullable String warning() {
        return null;
    }

    /** Whether this process's clock is behind that of a store that others share. Another process should append. */
    default boolean isClockBehind() {
        return false;
    }

    @Override
    void close();

    /** Returns the limit, or throws when it is not between 1 and {@link #LARGEST_PAGE}. */
    static int requirePageSize(int limit) {
        if (limit < 1 || limit > LARGEST_PAGE) {
            throw new IllegalArgumentException("A page has 1 to " + LARGEST_PAGE + " events, not " + limit);
        }
        return limit;
    }

    /** Reads events after a position. */
    interface PageReader {
        List<StoredEvent> read(long after, int limit);
    }

    /** Is called with new events. */
    interface Listener {
        void appended(List<StoredEvent> events);
    }
}
