package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The last calls of an account at two gateways, one of which stops. */
@RunsOn(
        value = {Arrangement.EMBEDDED, Arrangement.PROCESSES},
        because = "one gateway alone knows its calls, and two ask each other")
class CallsJourneyTest extends Journey {

    private static final String CALLS = "/api/v1/manage/calls";

    @Test
    void calls_are_shown_with_their_keys_and_problems_and_other_accounts_see_none() {
        api.get("/api/v1/crm/points").mustBe(200);
        api.get("/api/v1/crm/fans/1234567").mustBe(404);
        JsonNode failed = calls(api, "?is_failed=true").get("calls").get(0);
        assertThat(failed.get("route").asString()).isEqualTo("/api/v1/crm/fans/{fan_id}");
        assertThat(failed.get("status").asInt()).isEqualTo(404);
        assertThat(failed.get("problem_type").asString()).isEqualTo("unknown");
        assertThat(failed.get("api_key").asString()).isEqualTo(api.headers().get("Api-Key"));
        JsonNode found = calls(api, "?request_id=" + failed.get("request_id").asString());
        assertThat(found.get("calls")).hasSize(1);
        assertThat(found.get("is_complete").asBoolean()).isTrue();
        assertThat(calls(api, "?route=crm/points")
                        .get("calls")
                        .get(0)
                        .get("status")
                        .asInt())
                .isEqualTo(200);
        assertThat(calls(encore().newAccount(), "").toString())
                .doesNotContain(failed.get("request_id").asString());
    }

    @Test
    void a_gateway_that_does_not_answer_or_has_ended_is_named(@TempDir Path data) {
        if (Arrangement.now() != Arrangement.PROCESSES) {
            return;
        }
        try (RunningEncore own = RunningEncore.on(data, Map.of())) {
            Api here = own.newAccount();
            Api there = own.atOtherGateway(here);
            here.get("/api/v1/crm/points").mustBe(200);
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                there.get("/api/v1/crm/fans/1234567").mustBe(404);
                JsonNode both = calls(here, "?limit=500");
                assertThat(names(both.get("gateways"))).containsExactly("gateway-1", "gateway-2");
                assertThat(both.get("is_complete").asBoolean()).isTrue();
                assertThat(both.get("calls")
                                .valueStream()
                                .map(call -> call.get("gateway").asString()))
                        .contains("gateway-1", "gateway-2");
            });
            assertThat(calls(there, "").get("calls").toString()).contains("gateway-1");

            own.signalOtherGateway("STOP");
            long began = System.nanoTime();
            JsonNode silent = calls(here, "");
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(8));
            assertThat(names(silent.get("missing"))).containsExactly("gateway-2");
            assertThat(silent.get("is_complete").asBoolean()).isFalse();
            assertThat(silent.get("calls").toString()).contains("gateway-1").doesNotContain("gateway-2");

            own.signalOtherGateway("KILL");
            JsonNode ended = calls(here, "");
            assertThat(names(ended.get("missing"))).containsExactly("gateway-2");
        }
    }

    private static JsonNode calls(Api client, String query) {
        return client.get(CALLS + query).mustBe(200).body();
    }

    private static List<String> names(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }
}
