package encore.infra.eventstore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.index.PositionIndex;
import encore.infra.eventstore.log.adapter.JumpDetectingClock;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendFailure.Unavailable;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewAnswer;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.tables.HeadFile;
import encore.infra.eventstore.sqlite.tables.LogFileRows;
import encore.infra.eventstore.sqlite.tables.LogSchema;
import encore.infra.eventstore.sqlite.tables.SqliteIndexedLog;
import encore.infra.eventstore.verify.LogVerifier;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.core.DB;

/** Checks how the writer deals with a full disk, malformed commits, old requests and a clock that jumps. */
class SqliteWriteFailureTest {

    @TempDir
    Path directory;

    private final AtomicLong now = new AtomicLong(1_700_000_000_000L);
    private SqliteEventLog log;

    @BeforeEach
    void open() {
        log = SqliteEventLog.open(directory, now::get);
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void on_a_full_disk_writes_fail_and_reads_go_on_and_writes_resume_without_repair() throws Exception {
        TestCommits.one(log, "a", 0, 9);
        log.inWriterTransaction(connection -> Sqlite.run(connection, "PRAGMA max_page_count = 20"))
                .join();
        long sequence = 10;
        Throwable failure = null;
        while (failure == null) {
            failure = failure(log.append(TestCommits.commit("a", sequence, 5_000)));
            sequence += failure == null ? 1 : 0;
        }
        assertThat(failure).isInstanceOf(Unavailable.class).hasMessageContaining("full");
        assertThat(log.writable()).isFalse();
        long head = log.head();
        assertThat(head).isEqualTo(sequence);
        assertThat(log.read(head - 1, 10)).hasSize(1);
        assertThat(log.streamHead("a")).isNotNull();
        assertThat(failure(log.append(TestCommits.commit("a", sequence, 5_000))))
                .isInstanceOf(Unavailable.class);
        assertThat(log.head()).isEqualTo(head);

        log.inWriterTransaction(connection -> Sqlite.run(connection, "PRAGMA max_page_count = 100000"))
                .join();
        TestCommits.one(log, "a", sequence, sequence + 5);
        assertThat(log.writable()).isTrue();
        assertThat(log.head()).isEqualTo(head + 6);
        assertWhole();
    }

    @Test
    void writes_that_fail_for_long_keep_no_statements() throws Exception {
        log.inWriterTransaction(connection -> Sqlite.run(connection, "PRAGMA max_page_count = 1"))
                .join();
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            assertThat(failure(log.append(TestCommits.commit("a", 0, 90_000)))).isInstanceOf(Unavailable.class);
            log.inWriterTransaction(connection -> open.add(openStatements(connection)))
                    .join();
        }
        assertThat(open).containsOnly(open.getFirst());
    }

    /** Counts the statements that the driver has not closed yet. Only the driver itself knows them. */
    private static int openStatements(Connection connection) {
        try {
            Field statements = DB.class.getDeclaredField("stmts");
            statements.setAccessible(true);
            DB database = connection.unwrap(SQLiteConnection.class).getDatabase();
            return ((Collection<?>) statements.get(database)).size();
        } catch (ReflectiveOperationException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void writes_are_said_to_be_possible_again_a_moment_after_the_disk_was_full() throws Exception {
        log.inWriterTransaction(connection -> Sqlite.run(connection, "PRAGMA max_page_count = 1"))
                .join();
        assertThat(failure(log.append(TestCommits.commit("a", 0, 90_000)))).isInstanceOf(Unavailable.class);
        assertThat(log.writable()).isFalse();
        assertThat(log.problem())
                .contains("Nothing can be stored, and reads go on")
                .contains("full");
        Thread.sleep(500);
        assertThat(log.writable()).as("somebody has to try").isTrue();
    }

    @Test
    void the_problem_is_over_when_there_is_room_although_nobody_writes() throws Exception {
        log.inWriterTransaction(connection -> Sqlite.run(connection, "PRAGMA max_page_count = 1"))
                .join();
        assertThat(failure(log.append(TestCommits.commit("a", 0, 90_000)))).isInstanceOf(Unavailable.class);
        // The disk itself is not full here, so the probe succeeds.
        for (int i = 0; i < 200 && log.problem() != null; i++) {
            Thread.sleep(50);
        }
        assertThat(log.problem()).isNull();
        assertThat(directory.resolve("probe")).doesNotExist();
    }

    @Test
    void after_a_failed_sync_it_reports_that_it_needs_a_restart() throws Exception {
        TestCommits.one(log, "a", 0, 1);
        assertThat(log.isBroken()).isFalse();
        Throwable failure = failure(log.append(TestCommits.commit("a", 2, 10))
                .thenCombine(
                        log.inWriterTransaction(connection -> {
                            throw error(SQLiteErrorCode.SQLITE_IOERR_FSYNC);
                        }),
                        (appendedCommit, along) -> appendedCommit));
        assertThat(failure).isNotNull();
        assertThat(log.isBroken()).isTrue();
        assertThat(log.writable()).isFalse();
        assertThat(failure(log.append(TestCommits.commit("b", 0, 10)))).isInstanceOf(Unavailable.class);
    }

    @Test
    void a_malformed_commit_fails_alone() {
        List<CompletableFuture<AppendedCommit>> good = new ArrayList<>();
        List<CompletableFuture<AppendedCommit>> bad = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            good.add(log.append(TestCommits.commit("a", i, 10)));
            NewEvent event = new NewEvent("bad", 0, "Happened", "1", new byte[0], null);
            bad.add(log.append(new NewCommit(new byte[16], List.of(event), null, List.of(), List.of(), List.of())));
        }
        assertThat(good).allSatisfy(outcome -> assertThat(failure(outcome)).isNull());
        assertThat(bad).allSatisfy(outcome -> assertThat(failure(outcome)).isInstanceOf(RuntimeException.class));
        assertThat(log.head()).isEqualTo(50);
        assertWhole();
    }

    @Test
    void closing_answers_everyone() throws Exception {
        List<CompletableFuture<AppendedCommit>> outcomes = Collections.synchronizedList(new ArrayList<>());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int t = 0; t < 8; t++) {
                String stream = "s" + t;
                threads.submit(() -> {
                    for (int i = 0; i < 500; i++) {
                        outcomes.add(log.append(TestCommits.commit(stream, i, 10)));
                    }
                });
            }
            Thread.sleep(5);
            log.close();
        }
        assertThat(outcomes)
                .hasSize(4_000)
                .allSatisfy(outcome -> assertThat(outcome.orTimeout(5, TimeUnit.SECONDS)
                                .handle((appendedCommit, failure) -> failure == null || failure instanceof Unavailable)
                                .join())
                        .isTrue());
        long appended = outcomes.stream()
                .filter(outcome -> !outcome.isCompletedExceptionally())
                .count();
        open();
        assertThat(log.head()).isEqualTo(appended);
    }

    @Test
    void requests_are_forgotten_after_8_days() {
        for (int i = 0; i < 1_200; i++) {
            append(i);
        }
        log.inWriterTransaction(connection -> {}).join();
        now.addAndGet(Duration.ofDays(7).toMillis());
        append(1_200);
        log.inWriterTransaction(connection -> {}).join();
        log.deleteOldRequests();
        assertThat(log.rememberedAnswer(request(0))).isNotNull();
        now.addAndGet(Duration.ofDays(1).toMillis() + 1);
        log.deleteOldRequests();
        assertThat(log.rememberedAnswer(request(0))).isNull();
        assertThat(log.rememberedAnswer(request(1_199))).isNull();
        assertThat(log.rememberedAnswer(request(1_200))).isNotNull();
        assertWhole();
    }

    @Test
    void a_clock_that_jumps_ahead_is_reported_and_changes_neither_the_log_nor_the_requests(@TempDir Path other)
            throws Exception {
        AtomicLong passed = new AtomicLong(now.get());
        try (SqliteEventLog watched = SqliteEventLog.open(
                other, List::of, new JumpDetectingClock(now::get, passed::get, "what has passed since the start"))) {
            NewCommit plain = TestCommits.commit("a", 0, 10);
            NewAnswer request = new NewAnswer(new RequestIdentity(request(0), new byte[32]), null);
            watched.append(new NewCommit(plain.id(), plain.events(), request, List.of(), List.of(), List.of()))
                    .join();
            long stamped = watched.headTime();
            now.addAndGet(Duration.ofDays(9).toMillis());
            assertThat(failure(watched.append(TestCommits.commit("a", 1, 10))))
                    .isInstanceOf(Unavailable.class)
                    .hasMessageContaining(
                            "The clock has jumped: it is 777600 s ahead of what has passed since the start");
            assertThat(watched.problem()).contains("The clock has jumped");
            assertThat(watched.writable()).isFalse();
            watched.deleteOldRequests();
            assertThat(watched.rememberedAnswer(request(0))).isNotNull();
            assertThat(watched.headTime()).isEqualTo(stamped);
            watched.inWriterTransaction(connection -> {}).join();

            now.set(passed.addAndGet(20_000));
            TestCommits.one(watched, "a", 1, 1);
            assertThat(watched.problem()).isNull();
            assertThat(watched.headTime()).isEqualTo(now.get());
            // Time that passed while the machine slept or nothing was written is not a jump.
            now.set(passed.addAndGet(Duration.ofDays(3).toMillis()));
            TestCommits.one(watched, "a", 2, 2);
        }
    }

    @Test
    void nobody_waits_for_a_writer_that_has_ended(@TempDir Path other) throws Exception {
        Connection connection = Sqlite.writer(other.resolve("events.db"), "FULL", 1_024);
        LogSchema.create(connection);
        try (SqliteIndexedLog rows = new SqliteIndexedLog(other.resolve("events.db"));
                PositionIndex index = PositionIndex.open(other.resolve("index"), rows, 0, reason -> {});
                SqliteWriter sqliteWriter = new SqliteWriter(
                        connection, index, JumpDetectingClock.unchecked(now::get), HeadFile.in(other), groupOutcome -> {
                            throw new OutOfMemoryError("of a test");
                        })) {
            sqliteWriter.start();
            assertThat(failure(sqliteWriter.append(TestCommits.commit("a", 0, 10))))
                    .isInstanceOf(AppendFailure.Unknown.class);
            assertThat(failure(sqliteWriter.append(TestCommits.commit("a", 1, 10))))
                    .isInstanceOf(Unavailable.class);
            assertThat(sqliteWriter.writable()).isFalse();
        }
    }

    private void append(int number) {
        NewCommit plain = TestCommits.commit("a", number, 10);
        NewAnswer request = new NewAnswer(new RequestIdentity(request(number), new byte[32]), null);
        log.append(new NewCommit(plain.id(), plain.events(), request, List.of(), List.of(), List.of()));
    }

    private static byte[] request(int number) {
        byte[] id = new byte[32];
        id[0] = (byte) number;
        id[1] = (byte) (number >> 8);
        return id;
    }

    @Test
    void errors_of_sqlite_show_whether_a_commit_may_be_in_the_log() {
        assertThat(SqliteErrorKind.of(error(SQLiteErrorCode.SQLITE_FULL), true)).isEqualTo(SqliteErrorKind.NOT_WRITTEN);
        assertThat(SqliteErrorKind.of(error(SQLiteErrorCode.SQLITE_IOERR_WRITE), true))
                .isEqualTo(SqliteErrorKind.NOT_WRITTEN);
        assertThat(SqliteErrorKind.of(error(SQLiteErrorCode.SQLITE_IOERR_FSYNC), true))
                .isEqualTo(SqliteErrorKind.UNKNOWN);
        assertThat(SqliteErrorKind.of(error(SQLiteErrorCode.SQLITE_IOERR_FSYNC), false))
                .isEqualTo(SqliteErrorKind.UNKNOWN);
        assertThat(SqliteErrorKind.of(error(SQLiteErrorCode.SQLITE_IOERR_SHMSIZE), true))
                .isEqualTo(SqliteErrorKind.UNKNOWN);
        assertThat(SqliteErrorKind.of(error(SQLiteErrorCode.SQLITE_IOERR_SHMSIZE), false))
                .isEqualTo(SqliteErrorKind.NOT_WRITTEN);
        assertThat(SqliteErrorKind.of(error(SQLiteErrorCode.SQLITE_CONSTRAINT_NOTNULL), false))
                .isEqualTo(SqliteErrorKind.MALFORMED);
        assertThat(SqliteErrorKind.of(new SQLException("whatever"), true)).isEqualTo(SqliteErrorKind.UNKNOWN);
    }

    private static SQLException error(SQLiteErrorCode code) {
        return new SQLiteException("by intent", code);
    }

    private void assertWhole() {
        try (LogFileRows file = LogFileRows.open(directory.resolve("events.db"))) {
            LogVerifier.Report report = LogVerifier.verify(file, null);
            assertThat(report.problem()).isNull();
            assertThat(report.head()).isEqualTo(log.head());
        }
    }

    private static @Nullable Throwable failure(CompletableFuture<AppendedCommit> outcome) {
        try {
            outcome.join();
            return null;
        } catch (CompletionException e) {
            return e.getCause();
        }
    }
}
