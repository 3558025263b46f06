package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.index.PositionIndex;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.StoredSnapshot;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.adapter.CommitAnnouncer;
import encore.infra.eventstore.log.adapter.JumpDetectingClock;
import encore.infra.eventstore.log.adapter.JumpDetectingClock.StampsAhead;
import encore.infra.eventstore.log.adapter.StreamHeadCache;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.eventstore.sqlite.connection.ConnectionThreads;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import encore.infra.eventstore.sqlite.directory.DirectoryLock;
import encore.infra.eventstore.sqlite.directory.LogOpening;
import encore.infra.eventstore.sqlite.tables.HeadFile;
import encore.infra.eventstore.sqlite.tables.LogHead;
import encore.infra.eventstore.sqlite.tables.LogReader;
import encore.infra.eventstore.sqlite.tables.LogTables;
import encore.infra.eventstore.sqlite.tables.SnapshotFile;
import encore.infra.eventstore.sqlite.tables.SqliteIndexedLog;
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
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The event log in {@code events.db}, with one writer that commits in groups, a few readers, and checkpoints. */
public final class SqliteEventLog implements EventLog {

    private static final int READERS = 4;
    private static final int READER_CACHE_KILOBYTES = 8 << 10;
    private static final long REQUESTS_KEPT = Duration.ofDays(8).toMillis();

    private final DirectoryLock lock;
    private final ConnectionThreads<LogReader> readers;
    private final SnapshotFile snapshots;
    private final SqliteIndexedLog indexedLog;
    private final PositionIndex index;
    private final CommitAnnouncer commitAnnouncer;
    private final SqliteWriter sqliteWriter;
    private final Housekeeping housekeeping;
    private final JumpDetectingClock clock;

    private final StreamHeadCache heads = new StreamHeadCache();
    private final ClaimOwnerCache ownerCache = new ClaimOwnerCache();

    private SqliteEventLog(
            DirectoryLock lock, SnapshotFile snapshots, Path directory, List<Witness> others, JumpDetectingClock clock)
            throws SQLException, IOException {
        Path file = directory.resolve("events.db");
        this.lock = lock;
        HeadFile headFile = HeadFile.in(directory);
        this.snapshots = snapshots;
        Connection connection = LogOpening.open(directory, snapshots, others);
        this.indexedLog = new SqliteIndexedLog(file);
        this.index = PositionIndex.open(
                directory.resolve("index"),
                indexedLog,
                LogTables.head(connection).position(),
                this::stopWriting);
        this.readers = new ConnectionThreads<>(
                "log-reader",
                READERS,
                () -> Sqlite.reader(file, READER_CACHE_KILOBYTES),
                reading -> new LogReader(reading, index));
        this.commitAnnouncer = new CommitAnnouncer();
        this.sqliteWriter = new SqliteWriter(connection, index, clock, headFile, this::announce);
        this.housekeeping = new Housekeeping(
                sqliteWriter,
                Sqlite.writer(file, "FULL", READER_CACHE_KILOBYTES),
                file,
                headFile,
                index,
                () -> positionAt(clock.nowOrLast(headTime()) - REQUESTS_KEPT));
        this.clock = clock;
        sqliteWriter.start();
        housekeeping.start();
    }

    /**
     * Opens the log of a data directory. It is created when it does not exist.
     *
     * @throws encore.infra.eventstore.log.StartRefused when another process has it open, or the log is damaged or has
     *     lost events
     */
    public static SqliteEventLog open(Path directory) {
        return openChecked(directory, List::of, StampsAhead.ACCEPT);
    }

    /**
     * Opens the log of a data directory, after checking that it has all events that other stores know of.
     *
     * @param others returns the positions that other stores know of; called after the directory is locked
     * @param stampsAhead whether a log whose last stamp is far ahead of the clock is opened
     */
    public static SqliteEventLog openChecked(Path directory, Supplier<List<Witness>> others, StampsAhead stampsAhead) {
        return openChecked(
                directory, others, stampsAhead, JumpDetectingClock.checkedByUptime(System::currentTimeMillis));
    }

    static SqliteEventLog openChecked(
            Path directory, Supplier<List<Witness>> others, StampsAhead stampsAhead, JumpDetectingClock clock) {
        SqliteEventLog log = open(directory, others, clock);
        boolean isNear = false;
        try {
            clock.requireNear(log.headTime(), stampsAhead);
            isNear = true;
            return log;
        } finally {
            if (!isNear) {
                log.close();
            }
        }
    }

    /**
     * Opens the log of a data directory to write a history of another time.
     *
     * @param clock is used without any check
     */
    public static SqliteEventLog open(Path directory, LongSupplier clock) {
        return open(directory, List::of, JumpDetectingClock.unchecked(clock));
    }

    static SqliteEventLog open(Path directory, Supplier<List<Witness>> others, JumpDetectingClock clock) {
        DirectoryLock lock = DirectoryLock.acquire(directory);
        SnapshotFile snapshots = null;
        boolean opened = false;
        try {
            snapshots = SnapshotFile.open(directory.resolve("snapshots.db"));
            SqliteEventLog log = new SqliteEventLog(lock, snapshots, directory, others.get(), clock);
            opened = true;
            return log;
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (!opened) {
                if (snapshots != null) {
                    snapshots.close();
                }
                lock.close();
            }
        }
    }

    /** Stops all writes. The index calls this from look-ups only, and there are none before the writer exists. */
    private void stopWriting(String reason) {
        sqliteWriter.stopWriting(reason);
    }

    /** Announces a group. The caches of heads and claims are updated before a caller or listener learns of it. */
    private void announce(SqliteWriter.GroupOutcome groupOutcome) {
        commitAnnouncer.announce(groupOutcome.events, () -> {
            groupOutcome.events.forEach(heads::update);
            groupOutcome.released().forEach(ownerCache::invalidate);
            groupOutcome.complete();
        });
    }

    @Override
    public CompletableFuture<AppendedCommit> append(NewCommit commit) {
        return sqliteWriter.append(commit);
    }

    @Override
    public long head() {
        return sqliteWriter.head().position();
    }

    @Override
    public long headTime() {
        return sqliteWriter.head().at();
    }

    @Override
    public long settledTime() {
        return sqliteWriter.settledTime();
    }

    /** The time of the last commit after the clock has jumped, since nothing is stamped then. */
    @Override
    public long clockTime() {
        return clock.nowOrLast(headTime());
    }

    @Override
    public List<StoredEvent> read(long after, int limit) {
        long upTo = head();
        return after >= upTo
                ? List.of()
                : readers.call(logReader -> logReader.read(after, upTo, EventLog.requirePageSize(limit), null))
                        .events();
    }

    @Override
    public EventPage<StoredEvent> read(long after, int limit, Set<String> types) {
        long upTo = head();
        return after >= upTo
                ? new EventPage<>(List.of(), after)
                : readers.call(logReader -> logReader.read(after, upTo, EventLog.requirePageSize(limit), types));
    }

    @Override
    public EventPage<StoredEvent> readStreams(long after, int limit, Predicate<String> streams) {
        long upTo = head();
        return after >= upTo
                ? new EventPage<>(List.of(), after)
                : readers.call(
                        logReader -> logReader.readStreams(after, upTo, EventLog.requirePageSize(limit), streams));
    }

    @Override
    public List<StoredEvent> readAt(List<Long> positions) {
        return positions.isEmpty() ? List.of() : readers.call(logReader -> logReader.readAt(positions, null));
    }

    @Override
    public List<StoredEvent> readAt(List<Long> positions, Set<String> types) {
        return positions.isEmpty() ? List.of() : readers.call(logReader -> logReader.readAt(positions, types));
    }

    @Override
    public List<StoredEvent> readStream(String stream, long fromSequence, int limit) {
        return index.mayContain(new LogHash().stream(stream))
                ? readers.call(logReader -> logReader.readStream(stream, fromSequence, EventLog.requirePageSize(limit)))
                : List.of();
    }

    @Override
    public @Nullable StreamHead streamHead(String stream) {
        return heads.find(
                stream, name -> readers.<@Nullable StreamHead>call(logReader -> logReader.lookups.streamHead(name)));
    }

    @Override
    public long positionAt(long epochMillis) {
        LogHead logHead = sqliteWriter.head();
        return epochMillis >= logHead.at()
                ? logHead.position()
                : readers.call(logReader -> logReader.positionAt(epochMillis, logHead.position()));
    }

    @Override
    public byte[] headHashBefore(long first) {
        return readers.call(logReader -> logReader.headBefore(first));
    }

    @Override
    public @Nullable RememberedAnswer rememberedAnswer(byte[] id) {
        return index.mayContain(SqliteIndexedLog.upperHalf(id))
                ? readers.<@Nullable RememberedAnswer>call(logReader -> logReader.lookups.request(id))
                : null;
    }

    @Override
    public @Nullable OnceKey onceKey(String key) {
        return index.mayContain(SqliteIndexedLog.upperHalf(new LogHash().onceKey(key)))
                ? readers.<@Nullable OnceKey>call(logReader -> logReader.lookups.onceKey(key))
                : null;
    }

    @Override
    public @Nullable String claimOwner(byte[] claim) {
        return claimOwners(List.of(claim)).getFirst();
    }

    @Override
    public List<@Nullable String> claimOwners(List<byte[]> claims) {
        return ownerCache.find(claims, this::lookUpOwners);
    }

    private List<@Nullable String> lookUpOwners(List<byte[]> claims) {
        return readers.call(logReader -> {
            List<@Nullable String> found = new ArrayList<>(claims.size());
            for (byte[] claim : claims) {
                found.add(logReader.lookups.claimOwner(claim));
            }
            return found;
        });
    }

    @Override
    public void putSnapshot(StoredSnapshot snapshot) {
        List<StoredEvent> last = readStream(snapshot.stream(), snapshot.sequence(), 1);
        if (!last.isEmpty() && last.getFirst().sequence() == snapshot.sequence()) {
            long position = last.getFirst().position();
            snapshots.put(snapshot, readers.call(logReader -> logReader.commitAt(position)));
        }
    }

    @Override
    public @Nullable StoredSnapshot snapshot(String stream) {
        SnapshotFile.SnapshotAtCommit snapshotAtCommit = snapshots.get(stream);
        if (snapshotAtCommit == null) {
            return null;
        }
        LogHead commit = readers.call(logReader -> logReader.commitAt(snapshotAtCommit.position()));
        if (commit.position() != snapshotAtCommit.position()
                || !Arrays.equals(commit.hash(), snapshotAtCommit.head())) {
            // It belongs to another log, or to this log before a backup was restored.
            snapshots.delete(stream);
            return null;
        }
        return snapshotAtCommit.snapshot();
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
        return commitAnnouncer.listen(listener);
    }

    @Override
    public boolean writable() {
        return sqliteWriter.writable();
    }

    @Override
    public boolean isBroken() {
        return sqliteWriter.isStopped();
    }

    @Override
    public @Nullable String problem() {
        return sqliteWriter.problem();
    }

    @Override
    public @Nullable String warning() {
        return clock.warning(headTime());
    }

    OptionalLong token(String processor) {
        return readers.call(logReader -> logReader.token(processor));
    }

    void deleteOldRequests() {
        housekeeping.deleteOldRequests();
    }

    CompletableFuture<Void> inWriterTransaction(Sqlite.SqlAction<Connection> work) {
        return sqliteWriter.runInTransaction(work);
    }

    /** Writes the queued commits, completes all callers, and checkpoints the file. */
    @Override
    public void close() {
        try (lock;
                housekeeping;
                snapshots;
                indexedLog;
                index;
                readers;
                commitAnnouncer;
                sqliteWriter) {
            // Resources are closed in reverse order: the writer first, the lock last.
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }
}
