package encore.infra.eventstore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.log.LogVerifier;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.log.NewCommit.NewEvent;
import encore.infra.eventstore.log.NewCommit.NewRequest;
import encore.infra.eventstore.log.OnceKey;
import encore.infra.eventstore.log.RequestKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both verifiers, ours and the one in Python that was written from docs/log-format.md, on files that were tampered with. */
class LogVerifierTest {

    private static final Path PYTHON = Path.of("../bench/verify_log.py");
    private static final int AT_ONCE = 100;

    @TempDir
    Path directory;

    private Path whole;
    private LogVerifier.Known head;

    @BeforeEach
    void writeALog() {
        Random random = new Random(11);
        AtomicLong now = new AtomicLong(1_700_000_000_000L);
        Map<String, Long> sequences = new HashMap<>();
        try (SqliteEventLog log = SqliteEventLog.open(directory.resolve("whole"), now::get)) {
            for (int i = 0; i < 80; i++) {
                now.addAndGet(random.nextInt(5));
                log.append(commit(random, sequences, i)).join();
            }
        }
        whole = directory.resolve("whole/events.db");
        LogVerifier.Report report = verify(whole, null);
        assertThat(report.problem()).isNull();
        head = new LogVerifier.Known(report.head(), report.hash());
    }

    private static NewCommit commit(Random random, Map<String, Long> sequences, int number) {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            String stream = "ledger.7." + random.nextInt(9);
            long sequence = sequences.merge(stream, 1L, Long::sum) - 1;
            events.add(new NewEvent(
                    stream, sequence, "PointsAwarded", "1", bytes(random, 3 + random.nextInt(30)), bytes(random, 200)));
        }
        return new NewCommit(
                bytes(random, 16),
                events,
                number % 3 == 0
                        ? new NewRequest(new RequestKey(bytes(random, 32), bytes(random, 32)), bytes(random, 20))
                        : null,
                number % 5 == 0 ? List.of(new OnceKey("key" + number, "50", bytes(random, 20))) : List.of(),
                List.of(),
                List.of());
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void a_whole_log_is_found_whole_to_its_head() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + whole);
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT head FROM commits ORDER BY first DESC LIMIT 1")) {
            assertThat(rows.getBytes(1)).isEqualTo(head.hash());
        }
        assertThat(verify(whole, head)).hasToString("whole to " + head.position() + " " + hex(head));
    }

    @Test
    void each_kind_of_damage_is_named_with_its_position() throws Exception {
        assertThat(tampered("UPDATE events SET payload = x'00' WHERE position = 7"))
                .isEqualTo("altered at 7");
        assertThat(tampered("DELETE FROM events WHERE position = 7")).isEqualTo("dropped at 7");
        assertThat(tampered(
                        "UPDATE events SET position = -1 WHERE position = 7",
                        "UPDATE events SET position = 7 WHERE position = 9",
                        "UPDATE events SET position = 9 WHERE position = -1"))
                .isEqualTo("reordered at 7");
        assertThat(tampered(
                        "DELETE FROM requests WHERE position > 0",
                        "DELETE FROM once_keys WHERE position > 0",
                        "DELETE FROM events WHERE position >= (SELECT max(first) FROM commits)",
                        "DELETE FROM commits WHERE first = (SELECT max(first) FROM commits)"))
                .startsWith("truncated at ");
        assertThat(tampered(
                        "UPDATE requests SET position = 1000 WHERE position = (SELECT max(position) FROM requests)"))
                .isEqualTo("unfounded at 1000");
    }

    private String tampered(String... statements) throws Exception {
        Path copy = Files.copy(
                whole, Files.createTempFile(directory, "tampered", ".db"), StandardCopyOption.REPLACE_EXISTING);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
        }
        return verify(copy, head).toString();
    }

    /** A few hundred here; {@code infra/bench/mutations.sh} runs thousands. */
    @Test
    void both_verifiers_find_every_mutation_and_agree() throws Exception {
        long seed = Long.getLong("encore.mutations.seed", 1);
        int rounds = Integer.getInteger("encore.mutations", 300);
        boolean python = hasPython();
        String client = System.getProperty("encore.mutations.client");
        for (int from = 0; from < rounds; from += AT_ONCE) {
            List<Path> files = new ArrayList<>();
            List<Mutation> mutations = new ArrayList<>();
            for (int i = from; i < Math.min(rounds, from + AT_ONCE); i++) {
                Path file = Files.copy(whole, directory.resolve(i + ".db"));
                files.add(file);
                mutations.add(Mutation.apply(file, new Random(seed + i)));
            }
            for (LogVerifier.Known known : new LogVerifier.Known[] {head, null}) {
                List<String> ours = files.stream()
                        .map(file -> verify(file, known).toString())
                        .toList();
                for (int i = 0; i < files.size(); i++) {
                    if (known != null) {
                        assertThat(ours.get(i).startsWith("whole"))
                                .as("mutation %d: %s: %s", from + i, mutations.get(i), ours.get(i))
                                .isEqualTo(!mutations.get(i).mustBeFound());
                    }
                }
                if (python) {
                    assertThat(asked(List.of("python3", PYTHON.toString()), files, known))
                            .isEqualTo(ours);
                }
                if (client != null) {
                    assertThat(asked(List.of(client, "verify"), files, known)).isEqualTo(ours);
                }
            }
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Assumptions.assumeTrue(python, "No python3 here: only our own verifier was asked");
    }

    private static LogVerifier.Report verify(Path file, LogVerifier.@Nullable Known known) {
        try (LogFile log = LogFile.open(file)) {
            return LogVerifier.verify(log, known);
        }
    }

    private static boolean hasPython() throws InterruptedException {
        try {
            Process process = new ProcessBuilder(
                            "python3", "-c", "import sqlite3; assert sqlite3.sqlite_version_info >= (3, 37)")
                    .redirectErrorStream(true)
                    .start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** A line for each file, as whoever runs the command sees it. */
    private static List<String> asked(List<String> verifier, List<Path> files, LogVerifier.@Nullable Known known)
            throws IOException {
        List<String> command = new ArrayList<>(verifier);
        if (known != null) {
            command.addAll(List.of("--head", known.position() + ":" + hex(known)));
        }
        files.forEach(file -> command.add(file.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    private static String hex(LogVerifier.Known known) {
        return HexFormat.of().formatHex(known.hash());
    }
}
