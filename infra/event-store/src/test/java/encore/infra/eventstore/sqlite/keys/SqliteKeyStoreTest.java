package encore.infra.eventstore.sqlite.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.keys.KeyEnd;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.keys.KeyStoreContract;
import encore.infra.eventstore.keys.SecretFingerprints;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteKeyStoreTest extends KeyStoreContract {

    @TempDir
    Path directory;

    @Override
    protected KeyStore openKeys(Path masterKey, SecretFingerprints fingerprints) {
        return SqliteKeyStore.open(directory, masterKey, fingerprints);
    }

    @Override
    protected Path directory() {
        return directory;
    }

    @Override
    protected List<byte[]> kept() {
        List<byte[]> found = new ArrayList<>();
        at("SELECT key FROM keys WHERE destroyed = 0 UNION ALL SELECT secret FROM secrets", statement -> {
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getBytes(1));
                }
            }
        });
        return found;
    }

    @Override
    protected void keepPlain(String subject, byte[] key, String name, byte[] secret) {
        at("INSERT INTO keys (subject, key, destroyed) VALUES (?, ?, 0)", statement -> insert(statement, subject, key));
        at("INSERT INTO secrets (name, secret) VALUES (?, ?)", statement -> insert(statement, name, secret));
    }

    private static void insert(PreparedStatement statement, String name, byte[] bytes) throws SQLException {
        statement.setString(1, name);
        statement.setBytes(2, bytes);
        statement.executeUpdate();
    }

    private void at(String sql, Sqlite.SqlAction<PreparedStatement> sqlAction) {
        try (Connection connection = Sqlite.writer(directory.resolve("keys.db"), "FULL", 100)) {
            KeyTables.create(connection);
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                sqlAction.on(statement);
            }
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    @Override
    protected void lose() {
        try {
            Files.delete(directory.resolve("keys.db"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** It has half the size of later ones. */
    @Test
    void a_key_that_was_destroyed_before_there_was_a_master_key_does_not_stop_the_start() {
        close();
        lose();
        byte[] plain = "a plain key of thirty-two bytes.".getBytes(StandardCharsets.US_ASCII);
        keepPlain("fan.7.1", plain, "requests", plain);
        at(
                "INSERT INTO keys (subject, key, destroyed) VALUES (?, ?, 1)",
                statement -> insert(statement, "fan.7.2", new byte[32]));
        open();
        assertThat(keys.find("fan.7.1")).isEqualTo(plain);
        assertThat(keys.find("fan.7.2")).isNull();
        assertThat(keys.endedKeys("", 10)).containsExactly(KeyEnd.handover("fan.7.2", null));
        keys.destroy("fan.7.1");
        reopen();
        assertThat(keys.find("fan.7.1")).isNull();
        assertThatThrownBy(() -> keys.create("fan.7.2")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void no_byte_of_a_plain_key_stays_in_any_file_after_it_is_wrapped() throws IOException {
        close();
        lose();
        Random random = new Random(5);
        byte[] secret = new byte[32];
        random.nextBytes(secret);
        List<byte[]> plain = new ArrayList<>(List.of(secret));
        at("INSERT INTO secrets (name, secret) VALUES (?, ?)", statement -> insert(statement, "requests", secret));
        at("INSERT INTO keys (subject, key, destroyed) VALUES (?, ?, 0)", statement -> {
            for (int i = 0; i < 400; i++) {
                byte[] key = new byte[32];
                random.nextBytes(key);
                insert(statement, "fan.7." + random.nextInt(1_000_000) + "." + i, key);
                plain.add(key);
            }
        });
        assertThat(files()).contains(text(secret, 0, 32));

        open();
        String files = files();
        plain.forEach(key -> assertThat(files).doesNotContain(text(key, 0, 8), text(key, 24, 8)));
    }

    @Test
    void a_master_key_is_changed_for_another_and_every_key_stays() throws IOException {
        byte[] key = keys.create("fan.7.1");
        keys.create("fan.7.2");
        keys.destroy("fan.7.2");
        byte[] requests = keys.installationSecret("requests");
        byte[] before = kept().getFirst();
        close();
        String old = Files.readString(masterKey());

        assertThat(KeyWrapping.rotate(directory, masterKey())).isEqualTo(2);
        assertThat(Files.readString(masterKey())).hasSize(65).isNotEqualTo(old);
        assertThat(files()).doesNotContain(text(before, 0, 64));
        open();
        assertThat(keys.find("fan.7.1")).isEqualTo(key);
        assertThat(keys.find("fan.7.2")).isNull();
        assertThat(keys.installationSecret("requests")).isEqualTo(requests);
    }

    @Test
    void an_interrupted_rotation_leaves_keys_that_open_and_can_be_completed() throws IOException {
        byte[] key = keys.create("fan.7.1");
        close();
        // Interrupted after the first step: the next master key exists, but no key is wrapped by it.
        String old = Files.readString(masterKey());
        Files.writeString(masterKey(), "cd".repeat(32) + "\n" + old);
        open();
        assertThat(keys.find("fan.7.1")).isEqualTo(key);
        keys.create("fan.7.2");
        close();
        assertThat(KeyWrapping.rotate(directory, masterKey())).isEqualTo(2);
        assertThat(Files.readString(masterKey())).isEqualTo("cd".repeat(32) + "\n");
        open();
        assertThat(keys.find("fan.7.1")).isEqualTo(key);
    }

    @Test
    void no_byte_of_a_destroyed_key_stays_in_any_file() throws IOException {
        Random random = new Random(3);
        for (int i = 0; i < 400; i++) {
            keys.create("fan.7." + random.nextInt(1_000_000) + "." + i);
            if (i == 300) {
                reopen();
            }
        }
        List<byte[]> made = kept();
        for (String subject : subjects()) {
            if (random.nextInt(3) == 0) {
                keys.destroy(subject);
            }
        }
        List<byte[]> left = kept();
        List<byte[]> destroyed = made.stream()
                .filter(key -> left.stream().noneMatch(other -> Arrays.equals(key, other)))
                .toList();
        assertThat(destroyed).hasSizeGreaterThan(50);
        String files = files();
        destroyed.forEach(key -> {
            assertThat(files).doesNotContain(text(key, 4, 12));
            assertThat(files).doesNotContain(text(key, 30, 8));
            assertThat(files).doesNotContain(text(key, 56, 8));
        });
        assertThat(made).anySatisfy(key -> assertThat(files).contains(text(key, 0, 64)));
    }

    /** A key that cannot be read or looks destroyed would mean that a fan is erased by mistake. */
    @Test
    void a_damaged_key_is_refused_at_the_start() throws IOException {
        keys.create("fan.7.1");
        keys.create("fan.7.2");
        keys.destroy("fan.7.2");
        keys.installationSecret("requests");
        close();
        byte[] whole = Files.readAllBytes(directory.resolve("keys.db"));
        for (String change : List.of(
                "UPDATE keys SET key = " + changedAt(1, "key") + " WHERE subject = 'fan.7.1'",
                "UPDATE keys SET key = " + changedAt(64, "key") + " WHERE subject = 'fan.7.1'",
                "UPDATE keys SET subject = 'fan.7.3' WHERE subject = 'fan.7.1'",
                "UPDATE keys SET destroyed = 1 WHERE subject = 'fan.7.1'",
                "UPDATE keys SET destroyed = 0 WHERE subject = 'fan.7.2'",
                "UPDATE secrets SET secret = " + changedAt(64, "secret"))) {
            at(change, PreparedStatement::executeUpdate);
            assertThatThrownBy(this::open)
                    .as(change)
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("keys.db are damaged (the ");
            Files.write(directory.resolve("keys.db"), whole);
        }
        open();
        assertThat(keys.find("fan.7.1")).isNotNull();
    }

    /** The column with another value of its byte {@code at}, which counts from 1. Each byte may have any value. */
    private static String changedAt(int at, String column) {
        return "CAST(substr(%2$s, 1, %1$d - 1) || iif(substr(%2$s, %1$d, 1) = x'00', x'01', x'00')"
                .concat(" || substr(%2$s, %1$d + 1) AS BLOB)")
                .formatted(at, column);
    }

    @Test
    void a_flipped_bit_anywhere_in_the_file_is_refused_or_changes_nothing() throws IOException {
        Map<String, byte[]> made = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            made.put("fan.7." + i, keys.create("fan.7." + i));
        }
        byte[] secret = keys.installationSecret("requests");
        close();
        Path file = directory.resolve("keys.db");
        byte[] whole = Files.readAllBytes(file);
        Random random = new Random(17);
        for (int i = 0; i < 300; i++) {
            byte[] bytes = whole.clone();
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            Sqlite.deleteFile(file);
            Files.write(file, bytes);
            try {
                open();
            } catch (StartRefused refused) {
                continue;
            }
            made.forEach((subject, key) -> assertThat(keys.find(subject)).isEqualTo(key));
            assertThat(keys.installationSecret("requests")).isEqualTo(secret);
            close();
        }
        Sqlite.deleteFile(file);
        Files.write(file, whole);
        open();
    }

    @Test
    void another_file_in_the_master_keys_place_is_refused() throws IOException {
        keys.create("fan.7.1");
        close();
        byte[] key = Files.readAllBytes(masterKey());
        Files.write(masterKey(), new byte[] {(byte) 0xff, 0, (byte) 0xc3});
        assertThatThrownBy(this::open).isInstanceOf(StartRefused.class).hasMessageContaining("holds no master key");
        Files.write(masterKey(), key);
        open();
    }

    @Test
    void keys_that_lack_one_which_the_log_needs_are_refused() throws IOException {
        keys.create("fan.7.1");
        close();
        byte[] older = Files.readAllBytes(directory.resolve("keys.db"));
        open();
        keys.create("fan.7.2");
        keys.destroy("fan.7.2");
        close();
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            for (int i = 1; i < 3; i++) {
                String metadata = "{\"personal\":{\"subject\":\"fan.7." + i + "\",\"fields\":[\"/name\"]}}";
                NewEvent event = new NewEvent(
                        "fan.7." + i, 0, "Happened", "1", metadata.getBytes(StandardCharsets.UTF_8), new byte[0]);
                log.append(new NewCommit(new byte[16], List.of(event), null, List.of(), List.of(), List.of()))
                        .join();
            }
        }
        byte[] newer = Files.readAllBytes(directory.resolve("keys.db"));
        Files.write(directory.resolve("keys.db"), older);
        assertThatThrownBy(this::open)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("keys.db are damaged (the key of fan.7.2 is missing)");
        Files.write(directory.resolve("keys.db"), newer);
        open();
        assertThat(keys.find("fan.7.1")).isNotNull();
    }

    private List<String> subjects() {
        List<String> subjects = new ArrayList<>();
        Random random = new Random(3);
        for (int i = 0; i < 400; i++) {
            subjects.add("fan.7." + random.nextInt(1_000_000) + "." + i);
        }
        return subjects;
    }

    /** Reads all files in another process, because closing a file in this process would drop SQLite's locks on it. */
    private String files() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Process cat = new ProcessBuilder("cat", file.toString()).start();
                all.append(new String(cat.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }
}
