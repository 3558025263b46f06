package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.Stretch;
import encore.infra.eventstore.index.PositionIndex;
import encore.infra.eventstore.log.Announcer;
import encore.infra.eventstore.log.Appended;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.HonouredRequest;
import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.log.OnceKey;
import encore.infra.eventstore.log.StoredEvent;
import encore.infra.eventstore.log.StoredSnapshot;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.StreamHeads;
import encore.infra.eventstore.log.WatchedClock;
import encore.infra.eventstore.verify.Witness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The event log in {@code events.db}, with one writer that commits in groups, a few readers, and checkpoints. */
public final class SqliteEventLog implements EventLog {

    private static final int READERS = 4;
    private static final int READER_CACHE_KILOBYTES = 8 << 10;
    private static final long REQUESTS_KEPT = Duration.ofDays(8).toMillis();

    private final DirectoryLock lock;
    private final Confined<Reads> readers;
    private final SnapshotFile snapshots;
    private final IndexRows indexed;
    private final PositionIndex index;
    private final Announcer announcer;
    private final Writer writer;
    private final Housekeeping housekeeping;
    private final WatchedClock clock;

    private final StreamHeads heads = new StreamHeads();
    private final ClaimOwners owners = new ClaimOwners();

    private SqliteEventLog(
            DirectoryLock lock, SnapshotFile snapshots, Path directory, List<Witness> others, WatchedClock clock)
            throws SQLException, IOException {
        Path file = directory.resolve("events.db");
        this.lock = lock;
        HeadFile headFile = HeadFile.in(directory);
        this.snapshots = snapshots;
        Connection connection = Start.open(directory, snapshots, others);
        this.indexed = new IndexRows(file);
        this.index = PositionIndex.open(
                directory.resolve("index"), indexed, LogTables.head(connection).position(), this::die);
        this.readers = new Confined<>(
                "log-reader",
                READERS,
                () -> Sqlite.reader(file, READER_CACHE_KILOBYTES),
                reading -> new Reads(reading, index));
        this.announcer = new Announcer();
        this.writer = new Writer(connection, index, clock, headFile, this::announce);
        this.housekeeping = new Housekeeping(
                writer,
                Sqlite.writer(file, "FULL", READER_CACHE_KILOBYTES),
                file,
                headFile,
                index,
                () -> positionAt(clock.trusted(headTime()) - REQUESTS_KEPT));
        this.clock = clock;
        writer.start();
        housekeeping.start();
    }

    /**
     * Opens the log of a data directory. It is created when it does not exist.
     *
     * @throws encore.infra.eventstore.log.LogRefused when another process has it open, or the log is damaged or has
     *     lost events
     */
    public static SqliteEventLog open(Path directory) {
        return openIfWhole(directory, List::of);
    }

    /**
     * Opens the log of a data directory, after checking that it has all events that other stores know of.
     *
     * @param others returns the positions that other stores know of; called after the directory is locked
     */
    public static SqliteEventLog openIfWhole(Path directory, Supplier<List<Witness>> others) {
        return open(directory, others, WatchedClock.watchedByUptime(System::currentTimeMillis));
    }

    /**
     * Opens the log of a data directory to write a history of another time.
     *
     * @param clock is used without any check
     */
    public static SqliteEventLog open(Path directory, LongSupplier clock) {
        return open(directory, List::of, WatchedClock.believed(clock));
    }

    static SqliteEventLog open(Path directory, Supplier<List<Witness>> others, WatchedClock clock) {
        DirectoryLock lock = DirectoryLock.take(directory);
        SnapshotFile snapshots = SnapshotFile.open(directory.resolve("snapshots.db"));
        boolean opened = false;
        try {
            SqliteEventLog log = new SqliteEventLog(lock, snapshots, directory, others.get(), clock);
            opened = true;
            return log;
        } catch (SQLException e) {
            throw new StoreFailed(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (!opened) {
                snapshots.close();
                lock.close();
            }
        }
    }

    /** Stops all writes. The index calls this from look-ups only, and there are none before the writer exists. */
    private void die(String reason) {
        writer.die(reason);
    }

    /** Announces a group. The caches of heads and claims are updated before a caller or listener learns of it. */
    private void announce(Writer.Written written) {
        announcer.announce(written.events, () -> {
            written.events.forEach(heads::saw);
            written.released().forEach(owners::released);
            written.complete();
        });
    }

    @Override
    public CompletableFuture<Appended> append(NewCommit commit) {
        return writer.append(commit);
    }

    @Override
    public long head() {
        return writer.head().position();
    }

    @Override
    public long headTime() {
        return writer.head().at();
    }

    @Override
    public long passed() {
        return writer.passed();
    }

    @Override
    public List<StoredEvent> read(long after, int limit) {
        long upTo = head();
        return after >= upTo
                ? List.of()
                : readers.call(reads -> reads.read(after, upTo, EventLog.page(limit), null))
                        .events();
    }

    @Override
    public Stretch<StoredEvent> read(long after, int limit, Set<String> types) {
        long upTo = head();
        return after >= upTo
                ? new Stretch<>(List.of(), after)
                : readers.call(reads -> reads.read(after, upTo, EventLog.page(limit), types));
    }

    @Override
    public List<StoredEvent> readAt(List<Long> positions, Set<String> types) {
        return positions.isEmpty() ? List.of() : readers.call(reads -> reads.readAt(positions, types));
    }

    @Override
    public List<StoredEvent> readStream(String stream, long fromSequence, int limit) {
        return index.mayHold(new LogHash().stream(stream))
                ? readers.call(reads -> reads.readStream(stream, fromSequence, EventLog.page(limit)))
                : List.of();
    }

    @Override
    public @Nullable StreamHead streamHead(String stream) {
        return heads.of(stream, name -> readers.<@Nullable StreamHead>call(reads -> reads.lookups.streamHead(name)));
    }

    @Override
    public long positionAt(long epochMillis) {
        Head head = writer.head();
        return epochMillis >= head.at()
                ? head.position()
                : readers.call(reads -> reads.positionAt(epochMillis, head.position()));
    }

    @Override
    public byte[] headBefore(long first) {
        return readers.call(reads -> reads.headBefore(first));
    }

    @Override
    public @Nullable HonouredRequest request(byte[] id) {
        return index.mayHold(IndexRows.high(id))
                ? readers.<@Nullable HonouredRequest>call(reads -> reads.lookups.request(id))
                : null;
    }

    @Override
    public @Nullable OnceKey onceKey(String key) {
        return index.mayHold(IndexRows.high(new LogHash().onceKey(key)))
                ? readers.<@Nullable OnceKey>call(reads -> reads.lookups.onceKey(key))
                : null;
    }

    @Override
    public @Nullable String claimOwner(byte[] claim) {
        return claimOwners(List.of(claim)).getFirst();
    }

    @Override
    public List<@Nullable String> claimOwners(List<byte[]> claims) {
        return owners.of(claims, this::lookUp);
    }

    private List<@Nullable String> lookUp(List<byte[]> claims) {
        return readers.call(reads -> {
            List<@Nullable String> found = new ArrayList<>(claims.size());
            for (byte[] claim : claims) {
                found.add(reads.lookups.claimOwner(claim));
            }
            return found;
        });
    }

    @Override
    public void putSnapshot(StoredSnapshot snapshot) {
        List<StoredEvent> last = readStream(snapshot.stream(), snapshot.sequence(), 1);
        if (!last.isEmpty() && last.getFirst().sequence() == snapshot.sequence()) {
            long position = last.getFirst().position();
            snapshots.put(snapshot, readers.call(reads -> reads.commitAt(position)));
        }
    }

    @Override
    public @Nullable StoredSnapshot snapshot(String stream) {
        SnapshotFile.Kept kept = snapshots.get(stream);
        if (kept == null) {
            return null;
        }
        Head commit = readers.call(reads -> reads.commitAt(kept.position()));
        if (commit.position() != kept.position() || !Arrays.equals(commit.hash(), kept.head())) {
            // It belongs to another log, or to this log before a backup was restored.
            snapshots.delete(stream);
            return null;
        }
        return kept.snapshot();
    }

    @Override
    public void deleteSnapshot(String stream) {
        snapshots.delete(stream);
    }

    @Override
    public void deleteSnapshotsOf(Collection<String> subjects) {
        snapshots.deleteOf(subjects);
    }

    @Override
    public AutoCloseable onAppended(Listener listener) {
        return announcer.listen(listener);
    }

    @Override
    public boolean writable() {
        return writer.writable();
    }

    @Override
    public boolean isBroken() {
        return writer.isDead();
    }

    @Override
    public @Nullable String trouble() {
        return clock.trouble();
    }

    OptionalLong token(String processor) {
        return readers.call(reads -> reads.token(processor));
    }

    void forgetOldRequests() {
        housekeeping.forgetRequests();
    }

    CompletableFuture<Void> along(Sqlite.Step<Connection> work) {
        return writer.along(work);
    }

    /** Writes the queued commits, completes all callers, and checkpoints the file. */
    @Override
    public void close() {
        try (lock;
                housekeeping;
                snapshots;
                indexed;
                index;
                readers;
                announcer;
                writer) {
            // Resources are closed in reverse order: the writer first, the lock last.
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
    }
}
