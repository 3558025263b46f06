package encore.infra.eventstore.log;

import encore.infra.eventstore.Stretch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The append-only log of one installation: commits of events at gap-free positions from 1, chained by hashes. Beside it
 * and in the same transaction it keeps requests, once-keys and claims; apart from it, snapshots.
 *
 * <p>In a process one thread appends and any number read. Two adapters pass the same {@code EventLogContract}; where
 * several processes share a log, each follows what the others append.
 */
public interface EventLog extends AutoCloseable {

    int LARGEST_PAGE = 1_000;

    /** Passing over as many events costs less than another read. */
    int GAP = 64;

    /**
     * Appends a commit as a whole. The future completes off the writer's thread, and only after the commit is durable.
     *
     * @return where it stands; fails with an {@link AppendFailure}
     */
    CompletableFuture<Appended> append(NewCommit commit);

    /** The position of the last durable event, 0 when the log is empty. */
    long head();

    /** The time stamped on the last commit in milliseconds since 1970, 0 when the log is empty. */
    long headTime();

    /**
     * A time in milliseconds since 1970 that every commit is stamped behind which is not durable yet: who pages by time
     * may show all up to it. A writer that is idle can promise more than this: it has passed its last stamp.
     */
    default long passed() {
        return headTime() - 1;
    }

    /**
     * Events behind a position in order, across all streams. Whole commits are not promised: the limit cuts anywhere.
     *
     * @param limit at most 1,000
     */
    List<StoredEvent> read(long after, int limit);

    /** The same stretch, of which only events of these types are read and checked. */
    default Stretch<StoredEvent> read(long after, int limit, Set<String> types) {
        List<StoredEvent> all = read(after, limit);
        return new Stretch<>(
                all.stream().filter(event -> types.contains(event.type())).toList(), after + all.size());
    }

    /**
     * Events at single positions, wherever they stand: those of these types, in order. Neighbours are read together.
     *
     * @param positions ascending, at most 1,000, up to the head
     */
    default List<StoredEvent> readAt(List<Long> positions, Set<String> types) {
        List<StoredEvent> found = new ArrayList<>();
        Set<Long> wanted = Set.copyOf(positions);
        for (int from = 0; from < positions.size(); ) {
            int to = from;
            while (to + 1 < positions.size()
                    && positions.get(to + 1) - positions.get(to) <= GAP
                    && positions.get(to + 1) - positions.get(from) < LARGEST_PAGE) {
                to++;
            }
            long after = positions.get(from) - 1;
            read(after, Math.toIntExact(positions.get(to) - after), types).events().stream()
                    .filter(event -> wanted.contains(event.position()))
                    .forEach(found::add);
            from = to + 1;
        }
        return found;
    }

    /**
     * Events of one stream from a sequence on, in order.
     *
     * @param limit at most 1,000
     */
    List<StoredEvent> readStream(String stream, long fromSequence, int limit);

    /** The last event of a stream, or null when there is no such stream. A miss is not cached. */
    @Nullable
    StreamHead streamHead(String stream);

    /** The last position stamped at or before a time, 0 when there is none. */
    long positionAt(long epochMillis);

    /**
     * The head of the hash chain before a commit. An adapter reads it where the commit before keeps it; without that it
     * is made anew from the log's start.
     *
     * @param first the commit's first position
     */
    default byte[] headBefore(long first) {
        return HashChain.fold(LogHash.genesis(), new HashChain(this).leaves(0, first - 1));
    }

    /** The request of that id (an HMAC), when it was honoured within the last 8 days. */
    @Nullable
    HonouredRequest request(byte[] id);

    /** Whether other processes append to this log as well: then what is cached of it may be behind them for a moment. */
    default boolean shared() {
        return false;
    }

    /**
     * Waits until this process knows the log up to a position that another may have written, and no longer than so.
     * What was decided before then may contradict what the caller has seen.
     */
    default void follow(long position, Duration patience) {}

    /**
     * Whether an event is still the last of its stream, asked of the store itself. What was decided without appending
     * anything is right only then.
     *
     * @param sequence -1 for a stream that is not there
     */
    default boolean isLast(String stream, long sequence) {
        return !shared();
    }

    /** Finds what a once-key was used for. The key is prefixed with its stream. */
    @Nullable
    OnceKey onceKey(String key);

    /** Finds who holds a claim (an HMAC): the owner as the taking commit named it, or null. */
    @Nullable
    String claimOwner(byte[] claim);

    /** Finds the same of many, in their order. */
    default List<@Nullable String> claimOwners(List<byte[]> claims) {
        List<@Nullable String> owners = new ArrayList<>(claims.size());
        claims.forEach(claim -> owners.add(claimOwner(claim)));
        return owners;
    }

    /** Keeps the newest snapshot of a stream, made from durable events only. */
    void putSnapshot(StoredSnapshot snapshot);

    /** A stream's newest snapshot; one whose commit this log has not, with its head, is deleted and not returned. */
    @Nullable
    StoredSnapshot snapshot(String stream);

    void deleteSnapshot(String stream);

    /** Deletes all snapshots that are encrypted under these subjects' keys. */
    void deleteSnapshotsOf(Collection<String> subjects);

    /**
     * Calls back after each group of commits is durable, on a thread that must not be kept: it only wakes others.
     *
     * @param listener is given the new head and the streams' events in order, as written
     * @return closing it ends the calls
     */
    AutoCloseable onAppended(Listener listener);

    /** Whether writes are taken now: false while the disk is full, and for good once it {@link #isBroken}. */
    boolean writable();

    /** Whether this process takes no writes until it is started anew: after a failed sync, or a fault of its writer. */
    default boolean isBroken() {
        return false;
    }

    /** How long ago this process last heard from the log, which others may append to; a log of its own it knows as of now. */
    default Duration heardAgo() {
        return Duration.ZERO;
    }

    /** Says what keeps writes away and can be set right outside, in a sentence; null when nothing does. */
    default @Nullable String trouble() {
        return null;
    }

    @Override
    void close();

    /** A limit as it was given, if it is one. */
    static int page(int limit) {
        if (limit < 1 || limit > LARGEST_PAGE) {
            throw new IllegalArgumentException("A page has 1 to " + LARGEST_PAGE + " events, not " + limit);
        }
        return limit;
    }

    /** Wakes who waits for events. */
    interface Listener {
        void appended(List<StoredEvent> events);
    }
}
