package encore.infra.eventstore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewAnswer;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.infra.eventstore.sidetables.SideTableVerifier;
import encore.infra.eventstore.sidetables.SideTableVerifierAt;
import encore.infra.eventstore.sqlite.tables.LogFileRows;
import encore.infra.eventstore.verify.LogVerifier;
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

/** Runs both verifiers, ours and the one in Python that was written from docs/log-format.md, on altered files. */
class LogVerifierTest {

    private static final Path PYTHON = Path.of("../bench/verify_log.py");
    private static final int AT_ONCE = 100;

    @TempDir
    Path directory;

    private Path whole;
    private LogVerifier.Known head;

    @BeforeEach
    void writeALog() throws Exception {
        Random random = new Random(11);
        AtomicLong now = new AtomicLong(System.currentTimeMillis() - 3_600_000);
        Map<String, Long> sequences = new HashMap<>();
        try (SqliteEventLog log = SqliteEventLog.open(directory.resolve("whole"), now::get)) {
            for (int i = 0; i < 80; i++) {
                now.addAndGet(random.nextInt(5));
                log.append(commit(random, sequences, i)).join();
            }
        }
        whole = directory.resolve("whole/events.db");
        withoutSums();
        LogVerifier.Report report = verify(whole, null);
        assertThat(report.problem()).isNull();
        head = new LogVerifier.Known(report.head(), report.hash());
    }

    /** Removes the checksums, as in older logs, so that an alteration can be found by the events alone. */
    private void withoutSums() throws Exception {
        Files.copy(whole, directory.resolve("summed.db"));
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + whole);
                Statement statement = connection.createStatement()) {
            for (String table : List.of("requests", "once_keys", "claims", "tokens")) {
                statement.executeUpdate("ALTER TABLE " + table + " DROP COLUMN sum");
            }
        }
    }

    /**
     * Makes a commit of the command side: an award, sometimes with a key, and every fourth time a fan with an email.
     */
    private static NewCommit commit(Random random, Map<String, Long> sequences, int number) {
        byte[] requestId = bytes(random, 32);
        boolean repeatable = number % 3 == 0;
        String request = repeatable ? HexFormat.of().formatHex(requestId) : "0199c6a1-f400-7000-8000-" + number;
        List<NewEvent> events = new ArrayList<>();
        List<OnceKey> keys = new ArrayList<>();
        List<OwnedClaim> taken = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            String stream = "ledger.7." + random.nextInt(9) + ".p";
            String uid = "uid-" + number + "-" + i;
            String key = i == 0 && number % 5 == 0 ? ",\"awardKey\":\"k" + number + "\"" : "";
            events.add(event(
                    sequences,
                    stream,
                    "points_awarded",
                    request,
                    "{\"fanPointUid\":\"" + uid + "\",\"count\":50" + key + "}"));
            if (!key.isEmpty()) {
                keys.add(new OnceKey(
                        stream + "/award/k" + number, "50", text("{\"fanId\":1,\"fanPointUid\":\"" + uid + "\"}")));
            }
        }
        if (number % 4 == 0) {
            String fan = "fan.7." + number;
            String contacts = number % 8 == 0 ? "{\"email\":\"a\",\"phone\":\"b\"}" : "{\"email\":\"c\"}";
            events.add(event(sequences, fan, "fan_registered", request, "{\"profile\":" + contacts + "}"));
            taken.add(new OwnedClaim(bytes(random, 32), fan));
            if (number % 8 == 0) {
                taken.add(new OwnedClaim(bytes(random, 32), fan));
            }
        }
        return new NewCommit(
                bytes(random, 16),
                events,
                repeatable ? new NewAnswer(new RequestIdentity(requestId, bytes(random, 32)), bytes(random, 20)) : null,
                keys,
                taken,
                List.of());
    }

    private static NewEvent event(
            Map<String, Long> sequences, String stream, String type, String request, String payload) {
        long sequence = sequences.merge(stream, 1L, Long::sum) - 1;
        return new NewEvent(
                stream, sequence, type, "1", text("{\"account\":7,\"request\":\"" + request + "\"}"), text(payload));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void an_intact_log_is_verified_up_to_its_head() throws Exception {
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
                        "INSERT INTO requests SELECT 1000, zeroblob(32), fingerprint, answer FROM requests LIMIT 1"))
                .isEqualTo("unfounded at 1000");
    }

    @Test
    void missing_and_forged_rows_of_side_tables_are_reported_too() throws Exception {
        assertThat(tampered("DELETE FROM once_keys WHERE position = (SELECT max(position) FROM once_keys)"))
                .startsWith("forgotten at ");
        assertThat(
                        tampered(
                                "UPDATE once_keys SET fingerprint = '51' WHERE position IN (SELECT max(position) FROM once_keys)"))
                .startsWith("unfounded at ");
        assertThat(tampered(
                        "INSERT INTO once_keys SELECT x'000102030405060708090a0b0c0d0e0f', position, fingerprint, answer FROM"
                                + " once_keys LIMIT 1"))
                .startsWith("unfounded at ");
        assertThat(tampered("DELETE FROM requests WHERE position = (SELECT max(position) FROM requests)"))
                .startsWith("forgotten at ");
        assertThat(tampered(
                        "UPDATE requests SET id = zeroblob(32) WHERE position = (SELECT max(position) FROM requests)"))
                .startsWith("unfounded at ");
        assertThat(tampered(
                        "DELETE FROM claims WHERE owner = 'fan.7.8' AND claim = (SELECT max(claim) FROM claims WHERE"
                                + " owner = 'fan.7.8')"))
                .startsWith("forgotten at ");
        assertThat(tampered("UPDATE claims SET owner = 'fan.7.9' WHERE owner = 'fan.7.4'"))
                .isEqualTo("unfounded at 0");
    }

    @Test
    void an_altered_value_that_no_event_shows_is_found_by_its_checksum() throws Exception {
        whole = directory.resolve("summed.db");
        assertThat(verify(whole, null).problem()).isNull();
        assertThat(tampered("UPDATE requests SET answer = x'00' WHERE position = (SELECT max(position) FROM requests)"))
                .startsWith("unfounded at ");
        assertThat(tampered("UPDATE requests SET fingerprint = zeroblob(32) WHERE position = (SELECT max(position) FROM"
                        + " requests)"))
                .startsWith("unfounded at ");
        assertThat(tampered("UPDATE claims SET claim = zeroblob(32) WHERE claim = (SELECT max(claim) FROM claims)"))
                .isEqualTo("unfounded at 0");
        assertThat(tampered("INSERT INTO tokens (processor, position, sum) VALUES ('WhenXThenY', 3, 7)"))
                .isEqualTo("unfounded at 0");
    }

    /** Encore deletes requests after 8 days. */
    @Test
    void an_old_request_may_be_gone() throws Exception {
        Path copy = Files.copy(whole, directory.resolve("old.db"));
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM requests");
        }
        long later = System.currentTimeMillis() + 8L * 86_400_000;
        try (LogFileRows log = LogFileRows.open(copy)) {
            assertThat(SideTableVerifierAt.verify(log, later).problem()).isNull();
        }
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

    /** Applies a few hundred mutations; {@code infra/bench/mutations.sh} applies thousands. */
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
                    assertThat(runVerifier(List.of("python3", PYTHON.toString()), files, known))
                            .isEqualTo(ours);
                }
                if (client != null) {
                    assertThat(runVerifier(List.of(client, "verify"), files, known))
                            .isEqualTo(ours);
                }
            }
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Assumptions.assumeTrue(python, "No python3 here: only our own verifier was asked");
    }

    private static LogVerifier.Report verify(Path file, LogVerifier.@Nullable Known known) {
        try (LogFileRows log = LogFileRows.open(file)) {
            return SideTableVerifier.verify(log, known == null ? List.of() : List.of(known), null, position -> {})
                    .report();
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

    /** Runs the command of a verifier and returns its output, a line for each file. */
    private static List<String> runVerifier(List<String> verifier, List<Path> files, LogVerifier.@Nullable Known known)
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
