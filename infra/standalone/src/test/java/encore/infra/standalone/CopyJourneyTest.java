package encore.infra.standalone;

import static encore.infra.standalone.Discs.award;
import static encore.infra.standalone.Discs.balance;
import static encore.infra.standalone.Discs.number;
import static encore.infra.standalone.Discs.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import encore.infra.cli.EncoreCommand;
import encore.infra.eventstore.heads.FileHeadStore;
import encore.infra.eventstore.heads.HeadSigningJob;
import encore.infra.eventstore.mongo.MongoLogRows;
import encore.infra.testmongo.MongoForTests;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An embedded installation grows, is copied into MongoDB, and goes on there as if nothing had happened. */
class CopyJourneyTest {

    private final String mongo = MongoForTests.uri();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path home = Path.of("");

    @Test
    void writes_before_the_copy_are_there_after_it(@TempDir Path data, @TempDir Path views) throws Exception {
        home = data;
        assumeTrue(RunningEncore.keepsFiles(), "it is an embedded installation that is copied");
        Map<String, String> keys;
        String points;
        long ada;
        long gone;
        String awarded;
        String photo;
        String hers;
        byte[] loaded;
        String history;
        PassForQuest pass;
        String has;
        try (RunningEncore encore = RunningEncore.on(data)) {
            Api api = encore.newAccount();
            keys = api.headers();
            points = text(api.post("/api/v1/crm/points", "point_name", "discs"), "point_uid");
            ada = number(api.post("/api/v1/crm/fans", "email", "ada@example.com", "first_name", "Ada"), "fan_id");
            gone = number(api.post("/api/v1/crm/fans", "email", "gone@example.com"), "fan_id");
            awarded = award(api, points, ada, 50, "quest-7");
            award(api, points, gone, 5, "quest-8");
            for (int i = 0; i < 40; i++) {
                award(api, points, ada, 1, "daily-" + i);
            }
            api.delete("/api/v1/crm/fans/" + gone).mustBe(200);
            history = api.with("Idempotency-Key", "same")
                    .post("/api/v1/ent/fan_points", "fan_id", ada, "point_count", 3, "point_uid", points)
                    .mustBe(200)
                    .text();
            photo = BackupJourneyTest.image(api, "");
            hers = BackupJourneyTest.image(api, "?fan_id=" + ada);
            loaded = api.load("/social_media/" + photo).body();
            pass = new PassForQuest(api);
            pass.win(api, ada);
            has = pass.have(api, ada);
            encore.bean(HeadSigningJob.class).start();
            assertThat(copy(data)).as("while it runs").isNotZero();
        }

        assertThat(copy(data)).as(err.toString()).isZero();
        assertThat(out.toString()).contains("the copy is whole to ").contains("2 media");
        assertThat(run("verify", "--claims", mongo)).as("%s%s", out, err).isZero();
        try (MongoLogRows copied = MongoLogRows.open(mongo)) {
            assertThat(copied.heads())
                    .isEqualTo(FileHeadStore.in(data).after(0, 10))
                    .isNotEmpty();
        }
        assertThat(copy(data)).as("into what is not empty").isNotZero();
        assertThat(err.toString()).contains("The database is not empty");

        try (RunningEncore encore = RunningEncore.on(
                views, Map.of("ENCORE_MONGO", mongo, "encore.master-key-file", data.resolve("master.key")))) {
            Api api = new Api(encore.url(), keys);
            assertThat(encore.operator()
                            .get("/api/v1/manage/deliveries")
                            .mustBe(200)
                            .text())
                    .isEqualTo("{\"is_held\":true,\"is_on\":true}");
            assertThat(balance(api, ada)).isEqualTo(93);
            assertThat(api.load("/social_media/" + photo).body()).isEqualTo(loaded);
            assertThat(api.load("/social_media/" + hers).body()).isEqualTo(loaded);
            assertThat(api.get("/api/v1/crm/fans/" + ada).mustBe(200).text()).contains("Ada", "ada@example.com");
            assertThat(api.get("/api/v1/crm/fans/" + gone).status()).isEqualTo(404);
            assertThat(award(api, points, ada, 50, "quest-7")).isEqualTo(awarded);
            assertThat(api.with("Idempotency-Key", "same")
                            .post("/api/v1/ent/fan_points", "fan_id", ada, "point_count", 3, "point_uid", points)
                            .mustBe(200)
                            .text())
                    .isEqualTo(history);
            assertThat(number(api.post("/api/v1/crm/fans", "email", "ada@example.com"), "fan_id"))
                    .isEqualTo(ada);
            assertThat(number(api.post("/api/v1/crm/fans", "email", "gone@example.com"), "fan_id"))
                    .isNotEqualTo(gone);
            award(api, points, ada, 7, "after");
            assertThat(balance(api, ada)).isEqualTo(100);
            assertThat(pass.have(api, ada)).isEqualTo(has);
            // What the automations would repeat would come before it.
            pass.win(api, api.fan("bea@example.com"));
            assertThat(pass.have(api, ada)).isEqualTo(has);
            pass.areWonBy(api, 2);
        }
    }

    private int copy(Path data) {
        return run("copy", "--from", data.toString(), "--to", mongo);
    }

    private int run(String... arguments) {
        return EncoreCommand.commandLine(Map.of("ENCORE_DATA", home.toString()), false)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
