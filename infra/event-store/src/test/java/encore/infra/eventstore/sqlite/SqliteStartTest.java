package encore.infra.eventstore.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.StoredSnapshot;
import encore.infra.eventstore.log.adapter.JumpDetectingClock;
import encore.infra.eventstore.log.adapter.JumpDetectingClock.StampsAhead;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewAnswer;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.infra.eventstore.sqlite.directory.SqliteOfflineLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.eventstore.sqlite.process.SqliteProcessStores;
import encore.infra.eventstore.sqlite.tables.HeadFile;
import encore.infra.eventstore.sqlite.tables.LogHead;
import encore.infra.eventstore.verify.LogVerifier;
import encore.infra.eventstore.verify.Witness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encore does not start with a log that is damaged, has lost events, or is open in another process. */
class SqliteStartTest {

    @TempDir
    Path directory;

    @BeforeEach
    void writeALog() {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            TestCommits.one(log, "a", 0, 9);
        }
    }

    @Test
    void a_data_directory_has_one_process() {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            assertThatThrownBy(() -> SqliteEventLog.open(directory))
                    .isInstanceOf(StartRefused.class)
                    .hasMessage("The data directory " + directory + " is in use by another process.");
            TestCommits.one(log, "a", 10, 10);
        }
        SqliteEventLog.open(directory).close();
    }

    @Test
    void a_log_that_ends_before_the_head_file_is_refused_with_both_positions() throws Exception {
        cutTo(7);
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("ends at 7")
                .hasMessageContaining("names 10");
    }

    @Test
    void a_log_of_other_hashes_than_the_head_file_has_is_refused() throws Exception {
        HeadFile.in(directory).write(new LogHead(10, new byte[32], 0));
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("altered at 10")
                .hasMessageContaining("./encore restore");
    }

    @Test
    void the_head_file_names_each_commit_before_it_is_answered() throws Exception {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            for (long sequence = 10; sequence < 30; sequence++) {
                TestCommits.one(log, "a", sequence, sequence);
                assertThat(HeadFile.in(directory).read().position()).isEqualTo(sequence + 1);
            }
        }
    }

    @Test
    void a_line_of_the_head_file_that_was_cut_off_leaves_the_other() throws Exception {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            TestCommits.one(log, "a", 10, 11);
            Path head = directory.resolve("head");
            byte[] lines = Files.readAllBytes(head);
            for (int i = 0; i < lines.length; i++) {
                byte[] damaged = lines.clone();
                damaged[i] ^= 4;
                Files.write(head, damaged);
                assertThat(HeadFile.in(directory).read().position()).isBetween(11L, 12L);
            }
            Files.write(head, new byte[0]);
            assertThatThrownBy(() -> HeadFile.in(directory).read())
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("holds no position and hash");
        }
    }

    @Test
    void a_log_that_ends_before_the_sweep_of_erasures_is_refused() throws Exception {
        try (SqliteKeyStore keys = SqliteKeyStore.open(directory)) {
            keys.erasedUpTo(10);
        }
        cutTo(8);
        Files.delete(directory.resolve("head"));
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("ends at 8")
                .hasMessageContaining("the sweep of erasures")
                .hasMessageContaining("names 10");
    }

    @Test
    void a_log_that_ends_before_an_automation_is_refused() throws Exception {
        try (SqliteProcessStores stores = new SqliteProcessStores(directory)) {
            stores.open("WhenXThenY")
                    .commit(Map.of(
                            "progress", "{\"position\":4}", "outbox/0000000000000000010/0000000000000000001", "{}"));
        }
        cutTo(8);
        Files.delete(directory.resolve("head"));
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("WhenXThenY.db names 10");
    }

    @Test
    void a_log_that_ends_before_what_another_store_names_is_refused() throws Exception {
        assertThatThrownBy(() -> SqliteEventLog.openChecked(
                        directory,
                        () -> List.of(new Witness("the view fans", 11), new Witness("another", 3)),
                        StampsAhead.REFUSE))
                .isInstanceOf(StartRefused.class)
                .hasMessage("The log ends at 10, but the view fans names 11: events are missing, and Encore does not"
                        + " start over them. Restore a backup (./encore restore), or go on without them (./encore"
                        + " accept-cut-log).");
    }

    @Test
    void a_log_with_a_flipped_bit_is_refused() throws Exception {
        Path file = directory.resolve("events.db");
        byte[] bytes = Files.readAllBytes(file);
        int payload = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("xxxxxxxx");
        bytes[payload + 3] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("is damaged (altered at ")
                .hasMessageContaining("./encore restore");
    }

    @Test
    void a_damaged_structure_is_refused_in_one_line() throws Exception {
        Path file = directory.resolve("events.db");
        byte[] bytes = Files.readAllBytes(file);
        // Alter the number of cells on the page of the events.
        bytes[2 * 4096 + 4] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(StartRefused.class)
                .message()
                .contains("is damaged (")
                .doesNotContain("\n", "***");
    }

    /** Only the checksum detects a change of a request's fingerprint or answer, or of a claim. */
    @Test
    void a_flipped_bit_beside_the_chain_is_refused() throws Exception {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            log.append(beside()).join();
            new SqliteTokenStore(log).advance("WhenXThenY", 9);
            new SqliteTokenStore(log).advance("WhenXThenY", 8);
        }
        SqliteEventLog.open(directory).close();
        Path file = directory.resolve("events.db");
        byte[] whole = Files.readAllBytes(file);
        for (String part :
                List.of("an id", "a fingerprint", "an answer", "51", "{kept}", "a claim", "an owner", "WhenX")) {
            byte[] bytes = whole.clone();
            int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(part);
            assertThat(at).as(part).isPositive();
            bytes[at + part.length() - 1] ^= 1;
            Files.write(file, bytes);
            assertThatThrownBy(() -> SqliteEventLog.open(directory))
                    .as(part)
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("is damaged (");
        }
    }

    @Test
    void an_older_log_without_checksums_gets_them() throws Exception {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            log.append(beside()).join();
            new SqliteTokenStore(log).advance("WhenXThenY", 9);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("events.db"));
                Statement statement = connection.createStatement()) {
            for (String table : List.of("requests", "once_keys", "claims", "tokens")) {
                statement.executeUpdate("ALTER TABLE " + table + " DROP COLUMN sum");
            }
        }
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            assertThat(new SqliteTokenStore(log).position("WhenXThenY")).hasValue(9);
            new SqliteTokenStore(log).advance("WhenXThenY", 10);
        }
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            assertThat(new SqliteTokenStore(log).position("WhenXThenY")).hasValue(10);
        }
    }

    private static NewCommit beside() {
        return new NewCommit(
                new byte[16],
                TestCommits.commit("a", 10, 10).events(),
                new NewAnswer(
                        new RequestIdentity(padded("an id", 32), padded("a fingerprint", 32)),
                        "an answer".getBytes(UTF_8)),
                List.of(new OnceKey("a/award/once", "51", "{kept}".getBytes(UTF_8))),
                List.of(new OwnedClaim(padded("a claim", 32), "an owner")),
                List.of());
    }

    private static byte[] padded(String text, int length) {
        return Arrays.copyOf(text.getBytes(UTF_8), length);
    }

    @Test
    void a_damaged_file_of_snapshots_is_rebuilt() throws Exception {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            log.putSnapshot(new StoredSnapshot("a", 9, "ledger", "1", "a state of its own".getBytes(UTF_8)));
        }
        Path file = directory.resolve("snapshots.db");
        byte[] bytes = Files.readAllBytes(file);
        bytes[new String(bytes, StandardCharsets.ISO_8859_1).indexOf("a state of its own")] ^= 1;
        Files.write(file, bytes);
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            assertThat(log.snapshot("a")).isNull();
        }
    }

    @Test
    void a_file_of_another_kind_is_made_anew_where_it_can_be_and_refused_where_it_cannot() throws Exception {
        try (SqliteKeyStore keys = SqliteKeyStore.open(directory);
                SqliteProcessStores stores = new SqliteProcessStores(directory)) {
            keys.erasedUpTo(0);
            stores.open("WhenXThenY").commit(Map.of("state/a", "{}"));
        }
        Path snapshots = directory.resolve("snapshots.db");
        Files.copy(directory.resolve("automations/WhenXThenY.db"), snapshots, REPLACE_EXISTING);
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            log.putSnapshot(new StoredSnapshot("a", 9, "ledger", "1", new byte[0]));
            assertThat(log.snapshot("a")).isNotNull();
        }
        Path keys = directory.resolve("keys.db");
        byte[] own = Files.readAllBytes(keys);
        Files.write(snapshots, own);
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("snapshots.db")
                .hasMessageContaining("it is another file");
        assertThat(Files.readAllBytes(snapshots)).isEqualTo(own);
        Files.delete(snapshots);
        Path log = directory.resolve("events.db");
        byte[] events = Files.readAllBytes(log);
        Files.write(log, own);
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("events.db");
        assertThat(Files.readAllBytes(log)).isEqualTo(own);
        Files.write(log, events);
        Files.write(keys, events);
        SqliteEventLog.open(directory).close();
        assertThatThrownBy(() -> SqliteKeyStore.open(directory))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("keys.db");
        assertThat(Files.readAllBytes(keys)).isEqualTo(events);
    }

    @Test
    void an_automations_file_of_another_automation_or_log_is_made_anew() throws Exception {
        Path automations = directory.resolve("automations");
        try (SqliteEventLog log = SqliteEventLog.open(directory);
                SqliteProcessStores stores = new SqliteProcessStores(directory, log)) {
            stores.open("WhenXThenY").commit(Map.of("progress", "{\"position\":10}"));
            stores.open("WhenYThenZ").commit(Map.of("progress", "{\"position\":6}"));
        }
        Files.copy(automations.resolve("WhenXThenY.db"), automations.resolve("WhenYThenZ.db"), REPLACE_EXISTING);
        try (SqliteEventLog log = SqliteEventLog.open(directory);
                SqliteProcessStores stores = new SqliteProcessStores(directory, log)) {
            assertThat(stores.open("WhenXThenY").get("progress")).isEqualTo("{\"position\":10}");
            assertThat(stores.open("WhenYThenZ").get("progress")).isNull();
        }
        Path other = Files.createDirectory(directory.resolve("other"));
        try (SqliteEventLog log = SqliteEventLog.open(other)) {
            TestCommits.one(log, "b", 0, 9);
            Files.createDirectory(other.resolve("automations"));
            Files.copy(automations.resolve("WhenXThenY.db"), other.resolve("automations/WhenXThenY.db"));
            try (SqliteProcessStores stores = new SqliteProcessStores(other, log)) {
                assertThat(stores.open("WhenXThenY").get("progress")).isNull();
            }
        }
    }

    @Test
    void a_log_that_is_stamped_ahead_of_the_clock_is_reported_and_far_ahead_is_refused() {
        long now = System.currentTimeMillis();
        stampAt(now + Duration.ofMinutes(9).toMillis(), "b");
        try (SqliteEventLog log = openAt(now, StampsAhead.REFUSE)) {
            assertThat(log.warning()).contains("540 s ahead of the clock");
            assertThat(log.problem()).isNull();
        }
        stampAt(now + Duration.ofDays(10).toMillis(), "c");
        assertThatThrownBy(() -> openAt(now, StampsAhead.REFUSE))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("864000 s ahead of the clock")
                .hasMessageContaining("./encore restore")
                .hasMessageContaining("ENCORE_CLOCK_AHEAD=accept");
        try (SqliteEventLog log = openAt(now, StampsAhead.ACCEPT)) {
            TestCommits.one(log, "d", 0, 0);
            assertThat(log.warning()).contains("864000 s ahead of the clock");
        }
        try (SqliteEventLog log = openAt(now + Duration.ofDays(11).toMillis(), StampsAhead.REFUSE)) {
            assertThat(log.warning()).isNull();
        }
    }

    private void stampAt(long time, String stream) {
        try (SqliteEventLog log = SqliteEventLog.open(directory, () -> time)) {
            TestCommits.one(log, stream, 0, 0);
        }
    }

    private SqliteEventLog openAt(long time, StampsAhead stampsAhead) {
        return SqliteEventLog.openChecked(
                directory, List::of, stampsAhead, JumpDetectingClock.checkedByUptime(() -> time));
    }

    @Test
    void a_cut_log_is_accepted_when_an_operator_says_so() throws Exception {
        try (SqliteEventLog log = SqliteEventLog.open(directory);
                SqliteKeyStore keys = SqliteKeyStore.open(directory);
                SqliteProcessStores stores = new SqliteProcessStores(directory)) {
            new SqliteTokenStore(log).advance("quests", 10);
            new SqliteTokenStore(log).advanceTimers("quests", Long.MAX_VALUE);
            new SqliteTokenStore(log).advanceTimers("rewards", 1);
            log.putSnapshot(new StoredSnapshot("a", 9, "ledger", "1", new byte[0]));
            keys.erasedUpTo(10);
            stores.open("WhenXThenY").commit(Map.of("progress", "{\"position\":10}"));
            stores.open("WhenYThenZ").commit(Map.of("progress", "{\"position\":6}"));
        }
        cutTo(8);
        assertThatThrownBy(() -> SqliteEventLog.open(directory)).isInstanceOf(StartRefused.class);
        try (SqliteOfflineLog cut = SqliteOfflineLog.open(directory)) {
            assertThat(cut.witnesses().stream().filter(witness -> witness.position() == 10))
                    .hasSize(5);
            cut.acceptEnd(LogVerifier.verify(cut.rows(), null));
        }
        try (SqliteEventLog log = SqliteEventLog.open(directory);
                SqliteKeyStore keys = SqliteKeyStore.open(directory);
                SqliteProcessStores stores = new SqliteProcessStores(directory)) {
            assertThat(log.head()).isEqualTo(8);
            assertThat(new SqliteTokenStore(log).position("quests")).hasValue(8);
            assertThat(new SqliteTokenStore(log).timersUntil("quests")).hasValue(log.headTime());
            assertThat(new SqliteTokenStore(log).timersUntil("rewards")).hasValue(1);
            assertThat(log.snapshot("a")).isNull();
            assertThat(keys.erasedUpTo()).isZero();
            assertThat(stores.open("WhenXThenY").get("progress")).isNull();
            assertThat(stores.open("WhenYThenZ").get("progress")).isEqualTo("{\"position\":6}");
            TestCommits.one(log, "a", 8, 12);
        }
        SqliteEventLog.open(directory).close();
    }

    @Test
    void a_log_that_vanished_is_refused() throws IOException {
        Files.delete(directory.resolve("events.db"));
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("ends at 0");
        assertThat(directory.resolve("events.db")).doesNotExist();
    }

    @Test
    void a_log_that_ends_before_a_token_is_refused() throws Exception {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            new SqliteTokenStore(log).advance("quests", 10);
        }
        cutTo(8);
        Files.delete(directory.resolve("head"));
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("ends at 8")
                .hasMessageContaining("quests names 10");
    }

    @Test
    void a_log_that_ends_before_a_snapshot_is_refused() throws Exception {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            log.putSnapshot(new StoredSnapshot("a", 9, "ledger", "1", new byte[0]));
        }
        cutTo(8);
        Files.delete(directory.resolve("head"));
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("a snapshot names 10");
    }

    @Test
    void a_missing_head_file_is_made_again() throws Exception {
        String before = Files.readString(directory.resolve("head"));
        Files.delete(directory.resolve("head"));
        SqliteEventLog.open(directory).close();
        assertThat(directory.resolve("head")).hasContent(before);
    }

    private void cutTo(long position) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("events.db"));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM events WHERE position > " + position);
            statement.executeUpdate("DELETE FROM commits WHERE first > " + position);
        }
    }
}
