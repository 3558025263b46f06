package encore.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.heads.FileHeadStore;
import encore.infra.eventstore.heads.HeadSigner;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.eventstore.sqlite.tables.LogFileRows;
import encore.kernel.audit.SignedHead;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyLogTest {

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private String hash = "";
    private byte[] head;
    private HeadSigner signer;

    @BeforeEach
    void a_log_of_thirty_events() throws IOException {
        try (SqliteEventLog log = SqliteEventLog.open(directory);
                SqliteKeyStore keys = SqliteKeyStore.open(directory)) {
            for (int i = 0; i < 30; i++) {
                byte[] id = new byte[16];
                id[0] = (byte) i;
                byte[] json = "{}".getBytes(StandardCharsets.UTF_8);
                log.append(new NewCommit(
                                id,
                                List.of(new NewEvent("fan.7.1", i, "fan_registered", "1", json, json)),
                                null,
                                List.of(),
                                List.of(),
                                List.of()))
                        .join();
            }
            signer = HeadSigner.of(keys);
        }
        head = Objects.requireNonNull(LogFileRows.knownHeadOf(directory)).hash();
        hash = HexFormat.of().formatHex(head);
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
    void a_log_that_was_cut_shows_against_its_head_file_and_against_signed_heads_that_were_kept() throws Exception {
        Path heads = Files.writeString(directory.resolve("auditor"), line(signer.sign(30, head, 5)));
        assertThat(run("verify", "--signed-heads", heads.toString(), directory.toString()))
                .isZero();
        change("DELETE FROM events WHERE position > 20", "DELETE FROM commits WHERE first > 20");
        assertThat(run("verify", directory.toString())).isEqualTo(1);
        Files.delete(directory.resolve("head"));
        assertThat(run("verify", directory.toString())).isZero();
        assertThat(run("verify", "--signed-heads", heads.toString(), directory.toString()))
                .isEqualTo(1);
        assertThat(lastLines(2))
                .containsExactly("truncated at 21", "the head of 30 that was kept is not this log's: " + hash);
        FileHeadStore.in(directory).save(signer.sign(30, head, 6));
        assertThat(run("verify", directory.toString())).isEqualTo(1);
    }

    @Test
    void every_kept_head_that_does_not_match_is_named_also_in_an_answer_of_the_server() throws Exception {
        byte[] other = head.clone();
        other[0]++;
        Path heads = Files.writeString(
                directory.resolve("auditor"),
                "[" + line(signer.sign(7, other, 5)) + "," + line(signer.sign(30, head, 6)) + ","
                        + line(signer.sign(30, other, 7)) + "]");
        assertThat(run("verify", "--signed-heads", heads.toString(), directory.toString()))
                .isEqualTo(1);
        assertThat(out.toString().lines().map(line -> line.replaceFirst(":.*", "")))
                .containsExactly(
                        "altered at 7",
                        "the head of 7 that was kept is not this log's",
                        "the head of 30 that was kept is not this log's");
    }

    @Test
    void a_head_that_somebody_else_signed_is_no_witness() throws IOException {
        Path heads = Files.writeString(
                directory.resolve("auditor"),
                line(signer.sign(30, new byte[32], 5)).replace("00".repeat(32), hash));
        assertThat(run("verify", "--signed-heads", heads.toString(), directory.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("is not signed by");
    }

    @Test
    void both_verifiers_say_the_same_of_heads_that_were_kept() throws Exception {
        byte[] other = head.clone();
        other[0]++;
        Path heads = Files.writeString(
                directory.resolve("auditor"),
                line(signer.sign(7, other, 5)) + "\n" + line(signer.sign(30, head, 6)) + "\n"
                        + line(signer.sign(31, head, 7)) + "\n");
        run(
                "verify",
                "--signed-heads",
                heads.toString(),
                directory.resolve("events.db").toString());
        assertThat(python(heads)).isEqualTo(out.toString());
        Files.writeString(heads, line(signer.sign(30, new byte[32], 5)).replace("00".repeat(32), hash));
        assertThat(python(heads)).contains("is not signed by");
    }

    private String python(Path heads) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(
                            "python3",
                            "../bench/verify_log.py",
                            "--signed-heads",
                            heads.toString(),
                            directory.resolve("events.db").toString())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            return Assumptions.abort("No python3 here");
        }
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private List<String> lastLines(int count) {
        List<String> lines = out.toString().lines().toList();
        return lines.subList(lines.size() - count, lines.size());
    }

    @Test
    void a_directory_without_a_log_is_reported() {
        assertThat(run("verify", directory.resolve("nowhere").toString())).isEqualTo(1);
        assertThat(err.toString()).contains("There is no log at");
    }

    private static String line(SignedHead head) {
        return "{\"position\": " + head.position() + ", \"hash\": \"" + head.hash() + "\", \"at\": " + head.at()
                + ", \"signature\": \"" + head.signature() + "\", \"public_key\": \"" + head.publicKey() + "\"}";
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
