package encore.infra.eventstore.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.log.commit.AppendFailure.OnceKeyTaken;
import encore.infra.eventstore.log.commit.AppendFailure.RequestAnswered;
import encore.infra.eventstore.log.commit.AppendFailure.SequenceTaken;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewAnswer;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.directory.LogOpening;
import encore.infra.eventstore.sqlite.tables.HeadFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks keys and streams in a log whose beginning is indexed in files and whose end is indexed in memory. */
class SqliteIndexTest {

    private static final int EVENTS_A_COMMIT = 6_000;
    private static final int COMMITS = 12;

    @TempDir
    static Path filled;

    @TempDir
    Path directory;

    @BeforeAll
    static void fill() throws Exception {
        try (SqliteEventLog log = SqliteEventLog.open(filled)) {
            CompletableFuture<?> last = CompletableFuture.completedFuture(null);
            for (int number = 0; number < COMMITS; number++) {
                last = log.append(commit("shared", number, EVENTS_A_COMMIT));
            }
            last.join();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (!Files.exists(filled.resolve("index").resolve("0-0.run")) && System.nanoTime() < deadline) {
                Thread.sleep(5);
            }
        }
    }

    private void copy() throws IOException {
        Files.createDirectory(directory.resolve("index"));
        for (String name : List.of("events.db", "head", "index/0-0.run")) {
            Files.copy(filled.resolve(name), directory.resolve(name));
        }
    }

    @Test
    void no_key_is_used_twice_whether_it_is_in_memory_or_in_files() throws Exception {
        copy();
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            assertThat(indexFiles()).containsExactly("0-0.run");
            assertThatNothingIsTakenTwice(log);
        }
    }

    @Test
    void no_key_is_used_twice_when_the_index_was_lost_cut_or_damaged() throws Exception {
        copy();
        Path file = directory.resolve("index").resolve("0-0.run");
        byte[] whole = Files.readAllBytes(file);
        for (byte[] instead : List.of(new byte[0], Arrays.copyOf(whole, whole.length / 2), flipped(whole))) {
            Files.write(file, instead);
            try (SqliteEventLog log = SqliteEventLog.open(directory)) {
                assertThatNothingIsTakenTwice(log);
            }
            assertThat(Files.readAllBytes(file)).isEqualTo(whole);
        }
        Files.delete(file);
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            assertThatNothingIsTakenTwice(log);
        }
    }

    @Test
    void streams_are_read_across_files_and_memory() throws Exception {
        copy();
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            List<StoredEvent> read = log.readStream("shared", 0, 1_000);
            assertThat(read)
                    .extracting(StoredEvent::sequence)
                    .containsExactlyElementsOf(
                            LongStream.range(0, COMMITS).boxed().toList());
            assertThat(log.readStream("shared", 3, 2))
                    .extracting(StoredEvent::position)
                    .containsExactly(read.get(3).position(), read.get(4).position());
            assertThat(log.readStream("filler", EVENTS_A_COMMIT - 2, 1_000))
                    .hasSize(1_000)
                    .extracting(StoredEvent::sequence)
                    .isSorted();
            assertThat(log.readStream("nobody", 0, 10)).isEmpty();
        }
    }

    /** In a log of an earlier build, indexes of SQLite find the rows. */
    @Test
    void a_log_of_an_earlier_build_goes_on() throws Exception {
        copy();
        Files.delete(directory.resolve("index").resolve("0-0.run"));
        change(
                "ALTER TABLE once_keys RENAME TO newer",
                "CREATE TABLE once_keys (key BLOB PRIMARY KEY, position INTEGER NOT NULL, fingerprint TEXT NOT NULL,"
                        + " answer BLOB NOT NULL, sum INTEGER) STRICT, WITHOUT ROWID",
                "INSERT INTO once_keys SELECT key, position, fingerprint, answer, sum FROM newer",
                "DROP TABLE newer",
                "CREATE UNIQUE INDEX events_by_stream ON events (stream, sequence)",
                "CREATE UNIQUE INDEX requests_by_id ON requests (id)");
        assertThat(LogOpening.findProblem(directory.resolve("events.db"), HeadFile.in(directory)))
                .isNull();
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            assertThatNothingIsTakenTwice(log);
        }
        assertThat(LogOpening.findProblem(directory.resolve("events.db"), HeadFile.in(directory)))
                .isNull();
        try (Connection connection = Sqlite.reader(directory.resolve("events.db"), 256)) {
            assertThat(Sqlite.queryCount(connection, "SELECT count(*) FROM once_keys"))
                    .isEqualTo(COMMITS);
            assertThat(Sqlite.queryCount(
                            connection, "SELECT count(*) FROM sqlite_schema WHERE sql LIKE 'CREATE%INDEX%'"))
                    .isZero();
        }
    }

    @Test
    void a_key_that_a_commit_names_twice_is_refused_and_leaves_nothing() throws Exception {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            OnceKey key = new OnceKey("a/award/1", "51", "{}".getBytes(UTF_8));
            NewCommit twice = new NewCommit(
                    new byte[16], List.of(event("a", 0)), request(1), List.of(key, key), List.of(), List.of());
            assertThatThrownBy(() -> log.append(twice).join()).hasCauseInstanceOf(OnceKeyTaken.class);
            assertThat(log.rememberedAnswer(id(1))).isNull();
            assertThat(log.onceKey("a/award/1")).isNull();
            log.append(commit("a", 0, 1)).join();
        }
    }

    private static void assertThatNothingIsTakenTwice(SqliteEventLog log) {
        for (int number = 0; number < COMMITS; number++) {
            NewCommit again = commit("shared", number, 1);
            assertThat(log.onceKey("shared/award/" + number)).isNotNull();
            assertThat(log.rememberedAnswer(id(number))).isNotNull();
            NewCommit sameRequest = with(request(number), List.of());
            NewCommit sameKey = with(request(1_000 + number), again.onceKeys());
            NewCommit sameSequence = new NewCommit(
                    new byte[16], List.of(event("shared", number)), null, List.of(), List.of(), List.of());
            assertThatThrownBy(() -> log.append(sameRequest).join()).hasCauseInstanceOf(RequestAnswered.class);
            assertThatThrownBy(() -> log.append(sameKey).join()).hasCauseInstanceOf(OnceKeyTaken.class);
            assertThatThrownBy(() -> log.append(sameSequence).join()).hasCauseInstanceOf(SequenceTaken.class);
        }
    }

    private static NewCommit with(NewAnswer request, List<OnceKey> keys) {
        return new NewCommit(new byte[16], List.of(event("shared", COMMITS)), request, keys, List.of(), List.of());
    }

    private static NewCommit commit(String stream, int number, int events) {
        List<NewEvent> all = Stream.concat(
                        Stream.of(event(stream, number)),
                        IntStream.range(0, events - 1).mapToObj(i -> event("filler", number * (events - 1) + i)))
                .toList();
        OnceKey key = new OnceKey(stream + "/award/" + number, "51", "{}".getBytes(UTF_8));
        return new NewCommit(new byte[16], all, request(number), List.of(key), List.of(), List.of());
    }

    private static NewEvent event(String stream, int sequence) {
        return new NewEvent(stream, sequence, "points_awarded", "1", "{}".getBytes(UTF_8), "{}".getBytes(UTF_8));
    }

    private static NewAnswer request(int number) {
        return new NewAnswer(new RequestIdentity(id(number), new byte[32]), "an answer".getBytes(UTF_8));
    }

    private static byte[] id(int number) {
        return ByteBuffer.allocate(32).putInt(number).array();
    }

    private static byte[] flipped(byte[] whole) {
        byte[] bytes = whole.clone();
        bytes[bytes.length / 3] ^= 1;
        return bytes;
    }

    private List<String> indexFiles() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("index"))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private void change(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("events.db"));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
        }
    }
}
