package encore.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.log.HeadSigner;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.log.NewCommit.NewEvent;
import encore.infra.eventstore.sqlite.LogFile;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.SqliteKeyStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyLogTest {

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private String hash = "";
    private HeadSigner signer;

    @BeforeEach
    void a_log_of_thirty_events() throws IOException {
        try (SqliteEventLog log = SqliteEventLog.open(directory);
                SqliteKeyStore keys = SqliteKeyStore.open(directory)) {
            for (int i = 0; i < 30; i++) {
                byte[] id = new byte[16];
                id[0] = (byte) i;
                log.append(new NewCommit(
                                id,
                                List.of(new NewEvent("fan.7.1", i, "fan_registered", "1", new byte[2], new byte[9])),
                                null,
                                List.of(),
                                List.of(),
                                List.of()))
                        .join();
            }
            signer = HeadSigner.of(keys);
        }
        hash = HexFormat.of()
                .formatHex(Objects.requireNonNull(LogFile.headOf(directory)).hash());
    }

    @Test
    void a_whole_log_is_whole() {
        assertThat(run("verify", directory.toString())).isZero();
        assertThat(out.toString().strip()).isEqualTo("whole to 30 " + hash);
    }

    @Test
    void the_first_event_that_is_not_as_written_is_named() throws Exception {
        change("UPDATE events SET payload = x'00' WHERE position = 7");
        assertThat(run("verify", directory.resolve("events.db").toString())).isEqualTo(1);
        assertThat(out.toString().strip()).isEqualTo("altered at 7");
    }

    @Test
    void a_log_that_was_cut_shows_against_its_head_file_and_a_rewritten_one_against_a_signed_head() throws Exception {
        Path heads = Files.writeString(directory.resolve("heads"), signedHead(hash));
        assertThat(run("verify", "--signed-heads", heads.toString(), directory.toString()))
                .isZero();
        change("DELETE FROM events WHERE position > 20", "DELETE FROM commits WHERE first > 20");
        assertThat(run("verify", directory.toString())).isEqualTo(1);
        Files.delete(directory.resolve("head"));
        assertThat(run("verify", directory.toString())).isZero();
        assertThat(run("verify", "--signed-heads", heads.toString(), directory.toString()))
                .isEqualTo(1);
        assertThat(out.toString().lines().toList()).last().isEqualTo("truncated at 21");
    }

    @Test
    void a_head_that_somebody_else_signed_is_no_witness() throws IOException {
        Path heads = Files.writeString(
                directory.resolve("heads"), signedHead("00".repeat(32)).replace("00".repeat(32), hash));
        assertThat(run("verify", "--signed-heads", heads.toString(), directory.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("is not signed by");
    }

    @Test
    void what_is_no_log_is_said_to_be_none() {
        assertThat(run("verify", directory.resolve("nowhere").toString())).isEqualTo(1);
        assertThat(err.toString()).contains("There is no log at");
    }

    private String signedHead(String of) {
        HexFormat hex = HexFormat.of();
        return "{\"position\": 30, \"hash\": \"" + of + "\", \"signature\": \"" + hex.formatHex(signer.sign(30, of))
                + "\", \"public_key\": \"" + hex.formatHex(signer.publicKey()) + "\"}\n";
    }

    private void change(String... statements) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("events.db"));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
        }
    }

    private int run(String... arguments) {
        return EncoreCommand.commandLine(Map.of(), false)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
