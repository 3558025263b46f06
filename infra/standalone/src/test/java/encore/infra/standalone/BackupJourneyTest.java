package encore.infra.standalone;

import static encore.infra.standalone.Discs.award;
import static encore.infra.standalone.Discs.balance;
import static encore.infra.standalone.Discs.number;
import static encore.infra.standalone.Discs.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import encore.infra.cli.EncoreCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup that is taken under load is put back: what was acknowledged before it is there, and who was erased is not. */
class BackupJourneyTest {

    private static final String STAFF = "eve@staff.example";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void writes_acknowledged_before_a_backup_are_restored_and_erased_fans_are_gone(
            @TempDir Path data, @TempDir Path elsewhere) throws Exception {
        assumeTrue(RunningEncore.keepsFiles(), "a data directory is backed up");
        Path backup = elsewhere.resolve("backup");
        Map<String, String> keys;
        String points;
        long ada;
        long before;
        long after;
        int acknowledged;
        String awarded;
        String photo;
        String hers;
        byte[] loaded;
        PassForQuest pass;
        String has;
        String person;
        try (RunningEncore encore = RunningEncore.on(data)) {
            Api api = encore.newAccount();
            keys = api.headers();
            points = text(api.post("/api/v1/crm/points", "point_name", "discs"), "point_uid");
            ada = number(api.post("/api/v1/crm/fans", "email", "ada@example.com", "first_name", "Ada"), "fan_id");
            before = number(api.post("/api/v1/crm/fans", "email", "before@example.com"), "fan_id");
            after = number(api.post("/api/v1/crm/fans", "email", "after@example.com"), "fan_id");
            person = text(
                    api.post("/api/v1/manage/people", "email", STAFF, "name", "Eve", "role", "viewer"), "person_uid");
            api.delete("/api/v1/crm/fans/" + before).mustBe(200);
            awarded = award(api, points, ada, 1, "first");
            photo = image(api, "");
            hers = image(api, "?fan_id=" + after);
            loaded = api.load("/social_media/" + photo).body();
            pass = new PassForQuest(api);
            pass.win(api, ada);
            has = pass.have(api, ada);
            AtomicInteger done = new AtomicInteger();
            AtomicBoolean enough = new AtomicBoolean();
            Thread load = Thread.ofPlatform().start(() -> {
                while (!enough.get()) {
                    award(api, points, ada, 1, "load-" + done.get());
                    done.incrementAndGet();
                }
            });
            while (done.get() < 30) {
                Thread.onSpinWait();
            }
            acknowledged = done.get();
            assertThat(run("backup", backup.toString(), "--from", data.toString()))
                    .as(err.toString())
                    .isZero();
            enough.set(true);
            load.join();
            api.delete("/api/v1/crm/fans/" + after).mustBe(200);
            api.delete("/api/v1/manage/people/" + person).mustBe(200);
            await().until(() -> isFree(api));
            api.delete("/api/v1/manage/media/" + photo).mustBe(200);
            assertThat(run("restore", backup.toString(), "--to", data.toString()))
                    .as("while it runs")
                    .isNotZero();
        }
        assertThat(out.toString()).contains("is whole to ").contains("2 media are whole");
        assertThat(backup.resolve("master.key")).doesNotExist();
        assertThat(run("backup", backup.toString(), "--from", data.toString()))
                .as("over another")
                .isNotZero();

        // A start signs the head. The backup was taken before, so no signed head of this log is left after a restore.
        RunningEncore.on(data).close();
        assertThat(data.resolve("signed-heads")).exists();
        assertThat(run("restore", backup.toString(), "--to", data.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("Erased since the backup: 2");
        try (RunningEncore encore = RunningEncore.on(data)) {
            Api api = new Api(encore.url(), keys);
            assertThat(award(api, points, ada, 1, "first")).isEqualTo(awarded);
            assertThat(balance(api, ada)).isGreaterThanOrEqualTo(acknowledged + 1);
            assertThat(api.get("/api/v1/crm/fans/" + ada).mustBe(200).text()).contains("Ada");
            assertThat(pass.have(api, ada)).isEqualTo(has);
            pass.win(api, api.fan("bea@example.com"));
            assertThat(pass.have(api, ada)).isEqualTo(has);
            pass.areWonBy(api, 2);
            for (long gone : new long[] {before, after}) {
                assertThat(api.get("/api/v1/crm/fans/" + gone).status()).isEqualTo(404);
            }
            await().until(() ->
                    api.get("/api/v1/manage/people").mustBe(200).body().isEmpty());
            assertThat(api.load("/social_media/" + photo).body()).isEqualTo(loaded);
            assertThat(api.load("/social_media/" + hers).statusCode()).isEqualTo(404);
            assertThat(run("verify", data.toString())).as("%s%s", out, err).isZero();
            assertThat(number(api.post("/api/v1/crm/fans", "email", "after@example.com"), "fan_id"))
                    .isNotEqualTo(after);
        }
        assertThat(filesWith(data, STAFF)).isEmpty();
    }

    private static List<Path> filesWith(Path directory, String text) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> contains(file, text))
                    .toList();
        }
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Invites another person with the email, which is free as soon as the one before is erased. */
    private static boolean isFree(Api api) {
        return api.post("/api/v1/manage/people", "email", STAFF, "name", "Eve", "role", "viewer")
                        .status()
                == 200;
    }

    @Test
    void a_cut_log_stops_the_start_with_a_sentence_until_it_is_accepted(@TempDir Path data) throws IOException {
        assumeTrue(RunningEncore.keepsFiles(), "it is a file that is damaged");
        Map<String, String> keys;
        try (RunningEncore encore = RunningEncore.on(data)) {
            Api api = encore.newAccount();
            keys = api.headers();
            api.post("/api/v1/crm/fans", "email", "ada@example.com").mustBe(200);
        }
        Path kept = data.resolveSibling("older");
        Files.copy(data.resolve("events.db"), kept);
        try (RunningEncore encore = RunningEncore.on(data)) {
            Api api = new Api(encore.url(), keys);
            api.post("/api/v1/crm/fans", "email", "bea@example.com").mustBe(200);
        }
        Files.move(kept, data.resolve("events.db"), StandardCopyOption.REPLACE_EXISTING);
        Files.delete(data.resolve("head"));

        Throwable refused = catchThrowable(() -> RunningEncore.on(data));
        while (refused.getCause() != null) {
            refused = refused.getCause();
        }
        assertThat(refused).hasMessageContaining("events are missing").hasMessageContaining("./encore accept-cut-log");
        assertThat(run("accept-cut-log", data.toString())).isNotZero();
        assertThat(out.toString()).contains("the view ");
        Matcher head = Pattern.compile("give --head (\\d+)").matcher(err.toString());
        assertThat(head.find()).isTrue();
        assertThat(run("accept-cut-log", data.toString(), "--head", head.group(1)))
                .as(err.toString())
                .isZero();
        try (RunningEncore encore = RunningEncore.on(data)) {
            Api api = new Api(encore.url(), keys);
            long cleo = number(api.post("/api/v1/crm/fans", "email", "cleo@example.com"), "fan_id");
            assertThat(api.get("/api/v1/crm/fans/" + cleo).mustBe(200).text()).contains("cleo@example.com");
        }
    }

    static String image(Api api, String query) throws IOException {
        return text(api.upload("/api/v1/manage/media" + query, MediaJourneyTest.picture(60, 40, "jpeg")), "media_uid");
    }

    private int run(String... arguments) {
        return EncoreCommand.commandLine(Map.of(), false)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
