package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.cli.EncoreCommand;
import encore.infra.standalone.RunningEncore.Arrangement;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A restored installation sends nothing before the operator says so. */
@RunsOn(value = Arrangement.EMBEDDED, because = "a data directory is backed up and restored")
class HeldDeliveriesJourneyTest extends Journey {

    private static final String CONNECT = "/api/v1/sessions/connect";
    private static final String DELIVERIES = "/api/v1/manage/deliveries";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void a_restored_installation_sends_nothing_before_the_operator_releases_it(
            @TempDir Path data, @TempDir Path elsewhere) throws Exception {
        Path backup = elsewhere.resolve("backup");
        Map<String, String> keys;
        long business;
        String webhook;
        try (SentCodes sent = new SentCodes()) {
            try (RunningEncore encore = RunningEncore.on(data, sent.settings())) {
                Api server = encore.newAccount();
                keys = server.headers();
                business = server.business("Doors");
                webhook = server.made("/api/v1/manage/webhooks", "webhook_uid", "url", "https://hooks.example/");
                assertThat(isHeld(encore)).isFalse();
                assertThat(run("backup", backup.toString(), "--from", data.toString()))
                        .as(err.toString())
                        .isZero();
            }
            assertThat(run("restore", backup.toString(), "--to", data.toString()))
                    .as(err.toString())
                    .isZero();
            String email = SentCodes.email("ada");
            try (RunningEncore encore = RunningEncore.on(data, sent.settings())) {
                Api server = new Api(encore.url(), keys);
                assertThat(isHeld(encore)).isTrue();
                server.post("/api/v1/manage/webhooks/" + webhook + "/test").mustBe(409);
                server.fan(email);
                ask(FanSessions.app(server), business, email);
            }
            try (RunningEncore encore = RunningEncore.on(data, sent.settings())) {
                assertThat(isHeld(encore)).as("after another start").isTrue();
                Thread.sleep(2_000);
                assertThat(sent.count(email)).isZero();
                new Api(encore.url(), keys).post(DELIVERIES + "/release").mustBe(403);
                JsonNode released = encore.operator()
                        .post(DELIVERIES + "/release")
                        .mustBe(200)
                        .body();
                assertThat(released.get("is_held").asBoolean()).isFalse();
                assertThat(sent.next(email)).isNotEmpty();
                assertThat(encore.operator()
                                .get("/api/v1/manage/operations")
                                .mustBe(200)
                                .text())
                        .contains("RecordRelease");
            }
            Map<String, Object> off = new HashMap<>(sent.settings());
            off.put("encore.deliveries", "off");
            try (RunningEncore encore = RunningEncore.on(data, off)) {
                assertThat(isHeld(encore)).isTrue();
                encore.operator().post(DELIVERIES + "/release").mustBe(409);
            }
        }
    }

    private static boolean isHeld(RunningEncore encore) {
        return encore.operator()
                .get(DELIVERIES)
                .mustBe(200)
                .body()
                .get("is_held")
                .asBoolean();
    }

    private static void ask(Api app, long business, String email) {
        app.made(CONNECT, "request_uid", "network", "verify_email", "business_id", business, "email", email);
    }

    private int run(String... arguments) {
        return EncoreCommand.commandLine(Map.of(), false)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
