package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.index.PositionIndex;
import encore.infra.eventstore.keys.OwnerOnlyFiles;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import encore.infra.eventstore.sqlite.directory.LogOpening;
import encore.infra.eventstore.sqlite.tables.HeadFile;
import encore.infra.eventstore.verify.LogVerifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does regular work on a thread of its own: checkpoints, syncs of the head file, and the deletion of old requests.
 */
final class Housekeeping implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final int FRAMES_WORTH_RESTARTING = 65_536;
    private static final int ROUNDS_BETWEEN_SMALL_CHECKPOINTS = 20;
    private static final long WAL_WORTH_TRUNCATING = 512L << 20;
    private static final int PROBE_BYTES = 1 << 20;
    private static final int REQUESTS_PER_TRANSACTION = 500;

    private final SqliteWriter sqliteWriter;
    private final Connection connection;
    private final Path log;
    private final Path wal;
    private final FileChannel file;
    private final HeadFile headFile;
    private final PositionIndex index;
    private final LongSupplier lastOldRequest;
    private final BackgroundLogCheck check;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("log-housekeeping").factory());
    private long checkpointed;
    private int rounds;

    /**
     * @param connection is used for checkpoints only
     * @param lastOldRequest returns the last position whose request is to be deleted
     */
    Housekeeping(
            SqliteWriter sqliteWriter,
            Connection connection,
            Path file,
            HeadFile headFile,
            PositionIndex index,
            LongSupplier lastOldRequest)
            throws SQLException, IOException {
        this.sqliteWriter = sqliteWriter;
        this.connection = connection;
        // While a checkpoint waits for a reader, the writer waits too: give up soon and try again later.
        Sqlite.run(connection, "PRAGMA busy_timeout = 20");
        this.file = FileChannel.open(file, StandardOpenOption.READ);
        this.log = file;
        this.wal = file.resolveSibling(file.getFileName() + "-wal");
        this.headFile = headFile;
        this.index = index;
        this.lastOldRequest = lastOldRequest;
        this.check = new BackgroundLogCheck(
                this::findProblem,
                problem -> sqliteWriter.stopWriting(
                        "The log is damaged (" + problem + "): restore a backup (./encore restore)"));
    }

    void start() {
        if (Sqlite.isLarge(log)) {
            // The start did not check it, because that would have taken too long.
            check.start();
        }
        thread.scheduleWithFixedDelay(
                () -> runAndLogFailure("The head file", sqliteWriter::syncHead), 1, 1, TimeUnit.SECONDS);
        thread.scheduleWithFixedDelay(this::probeDisk, 1, 1, TimeUnit.SECONDS);
        thread.scheduleWithFixedDelay(
                () -> runAndLogFailure("A checkpoint", this::checkpoint), 250, 250, TimeUnit.MILLISECONDS);
        thread.scheduleWithFixedDelay(
                () -> runAndLogFailure("The deletion of old requests", this::deleteOldRequests),
                60,
                60,
                TimeUnit.SECONDS);
    }

    /**
     * Tries, while commits cannot be written, whether a file can be. A balancer sends no calls to a process that is not
     * ready, so no commit would show that there is room again.
     */
    private void probeDisk() {
        if (!sqliteWriter.isWriteFailing()) {
            return;
        }
        Path probe = log.resolveSibling("probe");
        try {
            try {
                OwnerOnlyFiles.createFile(probe);
                Files.write(probe, new byte[PROBE_BYTES]);
            } finally {
                Files.deleteIfExists(probe);
            }
            sqliteWriter.noteWritable();
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("The disk is still full: {}", e.toString());
        }
    }

    private @Nullable String findProblem(LogVerifier.Walk walk) {
        String problem = LogOpening.findChainProblem(log, headFile, walk);
        if (problem == null) {
            index.checkLargeFiles();
        }
        return problem;
    }

    /**
     * Copies frames from the WAL into the file while the writer goes on. Under load there are always new frames, and
     * the WAL would grow for ever. So for a big WAL the writer waits while the last frames are copied, which takes a
     * moment, and then begins at the start of the WAL again. A page that changes often is copied once for many changes,
     * so a small WAL is left alone for some seconds.
     */
    private void checkpoint() throws SQLException, IOException {
        long frames = checkpoint("NOOP");
        long position = sqliteWriter.head().position();
        boolean big = frames >= FRAMES_WORTH_RESTARTING;
        if (!big && (position == checkpointed || ++rounds % ROUNDS_BETWEEN_SMALL_CHECKPOINTS != 0)) {
            return;
        }
        checkpoint("PASSIVE");
        sync();
        if (big) {
            // Copy again the frames written meanwhile, so that few are left to copy while the writer waits.
            checkpoint("PASSIVE");
            sync();
        }
        if (big) {
            boolean tooLong = Files.size(wal) >= WAL_WORTH_TRUNCATING;
            sqliteWriter.transaction().lock();
            try {
                checkpoint(tooLong ? "TRUNCATE" : "RESTART");
            } finally {
                sqliteWriter.transaction().unlock();
            }
        }
        checkpointed = position;
    }

    /**
     * Syncs the file while the writer goes on. A checkpoint syncs only when it has reached the end of the WAL, and the
     * writer would wait for that sync.
     */
    private void sync() throws IOException {
        try {
            file.force(false);
        } catch (IOException e) {
            sqliteWriter.stopWriting("A checkpoint could not be synced: " + e.getMessage());
            throw e;
        }
    }

    /** @return the number of frames in the WAL, copied or not */
    private long checkpoint(String mode) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("PRAGMA wal_checkpoint(" + mode + ")");
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getLong(2) : 0;
        } catch (SQLException e) {
            if (SqliteErrorKind.of(e, false) == SqliteErrorKind.UNKNOWN) {
                // The frames may be lost once the writer begins at the start of the WAL again.
                sqliteWriter.stopWriting("A checkpoint could not be synced: " + e.getMessage());
            }
            throw e;
        }
    }

    void deleteOldRequests() {
        long upTo = lastOldRequest.getAsLong();
        int[] forgotten = {REQUESTS_PER_TRANSACTION};
        while (upTo > 0 && forgotten[0] == REQUESTS_PER_TRANSACTION && sqliteWriter.writable()) {
            sqliteWriter
                    .runInTransaction(connection -> {
                        try (PreparedStatement delete = connection.prepareStatement(
                                "DELETE FROM requests WHERE position IN (SELECT position FROM requests"
                                        + " WHERE position <= ? ORDER BY position LIMIT " + REQUESTS_PER_TRANSACTION
                                        + ")")) {
                            delete.setLong(1, upTo);
                            forgotten[0] = delete.executeUpdate();
                        }
                    })
                    .join();
        }
    }

    private static void runAndLogFailure(String what, Task chore) {
        try {
            chore.run();
        } catch (Exception e) {
            LOG.warn("{} failed and will be tried again: {}", what, e.toString());
        }
    }

    /** Checkpoints the file and writes its head. Call this after the writer has ended. */
    @Override
    public void close() {
        check.close();
        thread.shutdown();
        try {
            if (!thread.awaitTermination(30, TimeUnit.SECONDS)) {
                LOG.warn("Housekeeping has not ended within 30 seconds");
            }
            runAndLogFailure("The head file", () -> headFile.write(sqliteWriter.head()));
            runAndLogFailure("The last checkpoint", () -> checkpoint("TRUNCATE"));
            connection.close();
            file.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @FunctionalInterface
    private interface Task {
        void run() throws Exception;
    }
}
