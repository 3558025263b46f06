package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An auditor asks who signed in, who took a fan's data away, and who gave or corrected something by hand. */
class JournalJourneyTest extends Journey {

    private static final String JOURNAL = "/api/v1/manage/operations";

    @Test
    void sign_ins_reads_and_corrections_are_entries_that_are_selected_and_exported() {
        api.pointType("discs");
        long before = mark();
        String key = String.valueOf(api.headers().get("Api-Key"));
        long ada = api.fan("ada@fans.example");
        Api console = signIn();
        console.post("/api/v1/crm/fans/" + ada + "/points", "point_name", "discs", "point_count", 5)
                .mustBe(200);
        api.award(ada, "discs", 7);
        api.post("/api/v1/manage/fans/" + ada, "first_name", "Ada").mustBe(200);
        api.get("/api/v1/manage/audit/fans/" + ada + "/points").mustBe(200);
        api.get("/api/v1/manage/audit/fans/" + ada + "/export").mustBe(200);
        api.delete("/api/v1/crm/fans/" + ada).mustBe(200);

        List<String> found = entries().stream()
                .filter(row -> row.get("position").asLong() > before)
                .map(row -> row.get("operation").asString() + " "
                        + row.get("actor").asString().replaceAll(":.*", ""))
                .toList();
        assertThat(found.reversed())
                .containsExactly(
                        "SignInAtConsole key",
                        "AwardPoints console",
                        "CorrectFan key",
                        "ReadLedger key",
                        "ExportFan key",
                        "ForgetFan key");
        assertThat(entries("actor", "console:" + key))
                .singleElement()
                .satisfies(row -> assertThat(row.get("target").asString())
                        .startsWith("ledger.")
                        .contains("." + ada + "."));
        assertThat(entries("operation", "ExportFan"))
                .singleElement()
                .satisfies(row -> assertThat(row.get("target").asString()).endsWith("." + ada));
        List<String> csv = api.get(JOURNAL + "/export", "operation", "ExportFan")
                .mustBe(200)
                .text()
                .lines()
                .toList();
        assertThat(csv.getFirst()).isEqualTo("position,at,account_id,actor,operation,target,request_id,actor_label");
        assertThat(csv).hasSize(2);
        assertThat(csv.getLast()).contains(",key:" + key + ",ExportFan,");
        // The entry of a read is no write of its caller, for which the next read would wait.
        await().untilAsserted(() ->
                assertThat(entries("operation", "ExportOperations")).hasSize(1));
    }

    @Test
    void following_a_stream_after_any_position_is_an_entry_and_again_within_the_hour_is_none() throws Exception {
        long after = mark();
        for (int i = 0; i < 2; i++) {
            LiveClient.of(api)
                    .following("{\"stream\":\"events\",\"after\":" + after + "}")
                    .cutOff();
        }
        LiveClient.of(api).following("{\"stream\":\"events\"}").cutOff();
        await().untilAsserted(() -> assertThat(entries("operation", "ReadHistory"))
                .singleElement()
                .satisfies(row -> assertThat(row.get("target").asString()).isEqualTo("events")));
    }

    private Api signIn() {
        Api page = new Api(api.url(), Map.of("Encore-Console", "1"));
        String cookie = String.valueOf(page.post(
                        "/console/session",
                        "api_key",
                        String.valueOf(api.headers().get("Api-Key")),
                        "api_secret",
                        String.valueOf(api.headers().get("Api-Secret")))
                .mustBe(200)
                .header("Set-Cookie"));
        return page.with("Cookie", cookie.split(";")[0]);
    }

    private List<JsonNode> entries(Object... query) {
        return api.get(JOURNAL, query)
                .mustBe(200)
                .body()
                .get("data")
                .valueStream()
                .toList();
    }
}
