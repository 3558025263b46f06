package encore.api.calls;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.API_KEY;
import static encore.api.GatewayUnderTest.API_SECRET;
import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.PersonUnderTest;
import encore.infra.backend.ControlMessage;
import encore.kernel.accounts.AccountQuery.FindKeys;
import encore.kernel.calls.CallMinute;
import encore.kernel.calls.CallerCalls;
import encore.kernel.calls.FoundCalls;
import encore.kernel.calls.RecordedCall;
import encore.kernel.people.Role;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.http.HttpMethod;
import tools.jackson.databind.JsonNode;

class CallsControllerTest {

    private static final String CALLS = "/api/v1/manage/calls";
    private static final String KEYS = "/api/v1/manage/keys";

    @RegisterExtension
    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.whole(Map.of());

    private final FakeBackend backend = GATEWAY.backend;

    @AfterEach
    void one_gateway_again() {
        backend.otherGateway = null;
        backend.otherGateways = List.of();
        backend.goneGateways = List.of();
    }

    private void call(String path, String requestId) {
        backend.on(FindKeys.class, query -> List.of());
        GATEWAY.server()
                .get()
                .uri(path)
                .header("X-Request-Id", requestId)
                .exchange()
                .expectBody()
                .returnResult();
    }

    private JsonNode calls(String query) {
        return Objects.requireNonNull(GATEWAY.server()
                .get()
                .uri(CALLS + query)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody());
    }

    private JsonNode only(String query) {
        JsonNode found = calls(query).get("calls");
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    @Test
    void a_call_is_there_with_its_route_and_without_its_path_and_query() {
        call(KEYS + "?debug=secret-of-the-query", "plain-1");
        JsonNode call = only("?request_id=plain-1");
        assertThat(call.get("route").asString()).isEqualTo(KEYS);
        assertThat(call.get("method").asString()).isEqualTo("GET");
        assertThat(call.get("status").asInt()).isEqualTo(200);
        assertThat(call.get("problem_type").isNull()).isTrue();
        assertThat(call.get("api_key").asString()).isEqualTo(API_KEY);
        assertThat(call.get("key_label").asString()).isEqualTo("test");
        assertThat(call.get("person_uid").isNull()).isTrue();
        assertThat(call.get("gateway").asString()).isEqualTo("gateway");
        assertThat(call.get("duration_ms").asLong()).isNotNegative();
        assertThat(call.toString()).doesNotContain("secret");

        call(KEYS + "/not.a.key", "lost-1");
        JsonNode lost = only("?request_id=lost-1");
        assertThat(lost.get("route").asString()).isEqualTo(KEYS + "/{key}");
        assertThat(lost.get("status").asInt()).isEqualTo(404);
        assertThat(lost.get("problem_type").asString()).isEqualTo("unknown");
        assertThat(lost.toString()).doesNotContain("not.a.key");
        assertThat(calls("?limit=500").get("calls").toString()).doesNotContain(CALLS);
    }

    @Test
    void calls_are_chosen_by_status_failure_route_and_key() {
        call(KEYS, "chosen-1");
        call(KEYS + "/not.a.key", "chosen-2");
        assertThat(only("?request_id=chosen-2&is_failed=true").get("status").asInt())
                .isEqualTo(404);
        assertThat(calls("?request_id=chosen-2&is_failed=false").get("calls")).isEmpty();
        assertThat(calls("?request_id=chosen-1&status=404").get("calls")).isEmpty();
        assertThat(only("?request_id=chosen-1&route=manage/keys&key=" + API_KEY)
                        .get("status")
                        .asInt())
                .isEqualTo(200);
        assertThat(calls("?request_id=chosen-1&key=another").get("calls")).isEmpty();
        assertThat(calls("?person_uid=nobody").get("calls")).isEmpty();
        assertThat(calls("?limit=1").get("calls")).hasSize(1);
        JsonNode minute = calls("?request_id=chosen-2").get("minutes").get(0);
        assertThat(minute.get("failed_count").asInt()).isEqualTo(1);
        assertThat(minute.get("succeeded_count").asInt()).isZero();
        for (String wrong :
                List.of("limit=501", "limit=0", "status=99", "key=a.b", "person_uid=a.b", "request_id=a%20b")) {
            naming(
                    GATEWAY.server().get().uri(CALLS + "?" + wrong).exchange().expectStatus(),
                    wrong.substring(0, wrong.indexOf('=')));
        }
    }

    @Test
    void a_call_with_a_wrong_secret_is_shown_to_the_account_of_its_key() {
        GATEWAY.anybody()
                .get()
                .uri(KEYS)
                .header("Api-Key", API_KEY)
                .header("Api-Secret", "none-of-ours")
                .header("X-Request-Id", "wrong-1")
                .exchange()
                .expectStatus()
                .isUnauthorized();
        JsonNode call = only("?request_id=wrong-1");
        assertThat(call.get("status").asInt()).isEqualTo(401);
        assertThat(call.get("problem_type").asString()).isNotEmpty();
        assertThat(call.toString()).doesNotContain("none-of-ours");
    }

    @Test
    void another_account_sees_none_and_a_role_without_keys_is_refused() {
        call(KEYS, "ours-1");
        backend.publish(new ControlMessage.Account(8, "Other", null, List.of(), "points"));
        backend.publish(GatewayUnderTest.key(8, "key-8", API_SECRET, "manage"));
        GATEWAY.anybody()
                .get()
                .uri(CALLS + "?request_id=ours-1")
                .header("Api-Key", "key-8")
                .header("Api-Secret", API_SECRET)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.calls")
                .isEmpty()
                .jsonPath("$.minutes")
                .isEmpty();
        PersonUnderTest.signedIn(GATEWAY, Role.VIEWER)
                .call(HttpMethod.GET, CALLS)
                .exchange()
                .expectStatus()
                .isForbidden();
        PersonUnderTest developer = PersonUnderTest.signedIn(GATEWAY, Role.DEVELOPER);
        developer
                .call(HttpMethod.GET, KEYS)
                .header("X-Request-Id", "person-1")
                .exchange()
                .expectStatus()
                .isOk();
        developer
                .call(HttpMethod.GET, CALLS + "?person_uid=" + developer.uid())
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.calls[0].request_id")
                .isEqualTo("person-1")
                .jsonPath("$.calls[0].person_uid")
                .isEqualTo(developer.uid())
                .jsonPath("$.calls[0].api_key")
                .isEmpty();
    }

    @Test
    void other_gateways_are_merged_and_those_that_do_not_answer_are_named() {
        call(KEYS, "merged-1");
        assertThat(calls("").get("is_complete").asBoolean()).isTrue();
        Instant later = Instant.now().plusSeconds(60).truncatedTo(ChronoUnit.MINUTES);
        var other =
                new RecordedCall(later, "gateway-2", "POST", "/x", 500, 7, "internal", API_KEY, null, null, "merged-2");
        backend.otherGateways = List.of("gateway-2");
        backend.otherGateway = selection -> {
            assertThat(selection.account()).isEqualTo(ACCOUNT);
            return new FoundCalls(
                    List.of(other),
                    List.of(new CallMinute(later, 0, 1)),
                    List.of(new CallerCalls(API_KEY, null, null, 1, 1, later)));
        };
        JsonNode both = calls("");
        assertThat(both.get("calls").get(0).get("request_id").asString()).isEqualTo("merged-2");
        assertThat(both.get("calls").get(0).get("key_label").asString()).isEqualTo("test");
        assertThat(both.get("calls").toString()).contains("merged-1");
        JsonNode caller = both.get("callers").get(0);
        assertThat(caller.get("api_key").asString()).isEqualTo(API_KEY);
        assertThat(caller.get("key_label").asString()).isEqualTo("test");
        assertThat(caller.get("last_call_timestamp").asLong()).isEqualTo(later.getEpochSecond());
        assertThat(both.get("gateways").toString()).isEqualTo("[\"gateway\",\"gateway-2\"]");
        assertThat(both.get("is_complete").asBoolean()).isTrue();

        backend.otherGateways = List.of("gateway-2", "gateway-3");
        backend.goneGateways = List.of("gateway-0");
        JsonNode some = calls("");
        assertThat(some.get("missing").toString()).isEqualTo("[\"gateway-0\",\"gateway-3\"]");
        assertThat(some.get("is_complete").asBoolean()).isFalse();
        assertThat(some.get("calls").toString()).contains("merged-1", "merged-2");
    }
}
