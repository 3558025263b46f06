package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Accounts and keys through all sides, on real files. */
class AccountsJourneyTest extends Journey {

    private static final String KEYS = "/api/v1/manage/keys";
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    void a_key_works_as_soon_as_it_is_answered_for_its_scopes_alone_and_not_after_it_is_revoked() {
        JsonNode issued =
                api.post(KEYS, "label", "web", "scopes", "crm").mustBe(200).body();
        Api web = as(issued);
        web.get("/api/v1/crm/points").mustBe(200);
        web.get(KEYS).mustBe(401);
        assertThat(api.get(KEYS).mustBe(200).body()).hasSize(2);

        api.delete(KEYS + "/" + issued.get("api_key").asString()).mustBe(200);
        web.get("/api/v1/crm/points").mustBe(401);
        assertThat(api.get(KEYS).mustBe(200).body()).hasSize(1);
        api.delete(KEYS + "/" + issued.get("api_key").asString()).mustBe(404);
    }

    @Test
    void an_unknown_parameter_issues_no_pair() {
        int before = api.get(KEYS).mustBe(200).body().size();
        var refused = api.post(KEYS, "label", "reader", "scopes", "crm", "is_read_only", true)
                .mustBe(400);
        assertThat(refused.body().at("/errors/0/field").asString()).isEqualTo("is_read_only");
        assertThat(refused.header("Preference-Applied")).isNull();
        assertThat(api.get(KEYS).mustBe(200).body()).hasSize(before);
    }

    @Test
    void the_scheme_of_the_operators_token_may_have_any_case() {
        String token = encore().operator().headers().get("Authorization").substring("Bearer ".length());
        for (String scheme : new String[] {"bearer ", "BEARER "}) {
            new Api(api.url(), Map.of("Authorization", scheme + token))
                    .get("/api/v1/manage/accounts")
                    .mustBe(200);
            new Api(api.url(), Map.of("Authorization", scheme + "x" + token))
                    .get("/api/v1/manage/accounts")
                    .mustBe(403);
        }
    }

    @Test
    void a_pair_issues_pairs_of_at_most_its_own_scopes() {
        Api manager = as(api.post(KEYS, "label", "manager", "scopes", "manage")
                .mustBe(200)
                .body());
        assertThat(manager.post(KEYS, "label", "web", "scopes", "crm")
                        .mustBe(400)
                        .text())
                .contains("\"field\":\"scopes\"");
        manager.post(KEYS, "label", "web", "scopes", "manage", "scopes", "crm").mustBe(400);
        assertThat(api.get(KEYS).mustBe(200).body()).hasSize(2);
        manager.post(KEYS, "label", "deputy", "scopes", "manage").mustBe(200);
    }

    @Test
    void signing_out_of_the_console_ends_what_a_copied_cookie_could_do() {
        String cookie = api.with("Encore-Console", "1")
                .post("/console/session")
                .mustBe(200)
                .response()
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow()
                .split(";")[0];
        Api copy = new Api(encore().url(), Map.of("Encore-Console", "1", "Cookie", cookie));
        copy.post(KEYS, "label", "by the console", "scopes", "crm").mustBe(200);
        copy.delete("/console/session").mustBe(200);
        copy.post(KEYS, "label", "by a thief", "scopes", "crm").mustBe(401);
        copy.post("/console/session").mustBe(401);
        copy.get(KEYS).mustBe(401);
        assertThat(api.get(KEYS).mustBe(200).body()).hasSize(2);
    }

    @Test
    void one_account_neither_sees_nor_revokes_the_keys_of_another() {
        JsonNode issued =
                api.post(KEYS, "label", "mine", "scopes", "crm").mustBe(200).body();
        Api other = encore().newAccount();
        other.get(KEYS + "/" + issued.get("api_key").asString()).mustBe(404);
        other.delete(KEYS + "/" + issued.get("api_key").asString()).mustBe(404);
        api.get(KEYS + "/" + issued.get("api_key").asString()).mustBe(200);
    }

    @Test
    void a_secret_is_answered_once_and_its_request_is_honoured_once() {
        Api once = api.with("Idempotency-Key", "web-key");
        once.post(KEYS, "label", "web", "scopes", "crm").mustBe(200);
        once.post(KEYS, "label", "web", "scopes", "crm").mustBe(409);
        once.post(KEYS, "label", "other", "scopes", "crm").mustBe(400);
        assertThat(api.get(KEYS).mustBe(200).body()).hasSize(2);
    }

    @Test
    void a_write_is_seen_by_the_next_read_and_says_where_it_stands() {
        var written = api.post("/api/v1/manage/origins", "origin", "https://fans.example")
                .mustBe(200);
        assertThat(api.get("/api/v1/manage/origins").mustBe(200).text()).contains("https://fans.example");
        long position = Long.parseLong(Objects.requireNonNull(written.header("Encore-Position")));
        api.with("Encore-Min-Position", Long.toString(position)).get(KEYS).mustBe(200);
        api.with("Encore-Min-Position", Long.toString(position + 1_000_000))
                .get(KEYS)
                .mustBe(503);
    }

    @Test
    void the_operator_sets_a_limit_that_holds_at_once() {
        JsonNode opened = encore().operator()
                .post("/api/v1/manage/accounts", "name", "Small", "calls_per_minute", 2)
                .mustBe(200)
                .body();
        Api small = as(opened);
        small.get(KEYS).mustBe(200);
        small.get(KEYS).mustBe(200);
        small.get(KEYS).mustBe(429);
        encore().operator()
                .post("/api/v1/manage/accounts/" + opened.get("account_id").asString(), "calls_per_minute", 1_000)
                .mustBe(200);
        await().pollInSameThread()
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> small.get(KEYS).status() == 200);
    }

    @Test
    void the_operator_raises_a_quota_that_is_reached_and_others_are_not_concerned() {
        JsonNode opened = encore().operator()
                .post("/api/v1/manage/accounts", "name", "Quota")
                .mustBe(200)
                .body();
        Api full = as(opened);
        String account = "/api/v1/manage/accounts/" + opened.get("account_id").asString();
        // One kind of points was made with the account.
        encore().operator().post(account, "quota_point_types", 2).mustBe(200);
        await().pollInSameThread()
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    full.post("/api/v1/crm/points", "point_name", "second").mustBe(200);
                    return full.post("/api/v1/crm/points", "point_name", "third-" + Math.random())
                                    .status()
                            == 400;
                });
        assertThat(full.post("/api/v1/crm/points", "point_name", "fourth")
                        .mustBe(400)
                        .text())
                .contains("/problems/quota-reached", "quota of point types, which is ");
        full.get("/api/v1/crm/points").mustBe(200);
        api.post("/api/v1/crm/points", "point_name", "of another account").mustBe(200);
        assertThat(encore().operator()
                        .post(account, "quota_point_types", 1_000)
                        .mustBe(200)
                        .text())
                .contains("\"quotas\":{\"point_types\":1000}");
        await().pollInSameThread()
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(20))
                .until(() ->
                        full.post("/api/v1/crm/points", "point_name", "fourth").status() == 200);
    }

    @Test
    void lists_that_staff_fills_have_a_quota_and_a_removal_makes_room() {
        JsonNode opened = encore().operator()
                .post("/api/v1/manage/accounts", "name", "Lists")
                .mustBe(200)
                .body();
        Api full = as(opened);
        String account = "/api/v1/manage/accounts/" + opened.get("account_id").asString();
        encore().operator()
                .post(account, "quota_businesses", 0, "quota_streams", 0, "quota_networks", 0, "quota_portals", 0)
                .mustBe(200);
        String wall = "wall" + System.nanoTime();
        await().pollInSameThread()
                .atMost(SOON)
                .untilAsserted(() -> full.post("/api/v1/manage/businesses", "business_name", "Team")
                        .mustBe(400));
        assertThat(full.post("/api/v1/manage/businesses", "business_name", "Team")
                        .mustBe(400)
                        .text())
                .contains("quota of businesses");
        assertThat(full.post("/api/v1/manage/streams", "stream_key", wall, "stream_name", "Wall")
                        .mustBe(400)
                        .text())
                .contains("quota of streams");
        assertThat(full.post("/api/v1/manage/networks", "network", "fanzine")
                        .mustBe(400)
                        .text())
                .contains("quota of networks");
        assertThat(full.post("/api/v1/template_portals", "portal_name", "Ada", "performance_group_name", "Tour")
                        .mustBe(400)
                        .text())
                .contains("quota of portals");
        encore().operator().post(account, "quota_networks", 1).mustBe(200);
        await().pollInSameThread()
                .atMost(SOON)
                .untilAsserted(() -> full.post("/api/v1/manage/networks", "network", "fanzine")
                        .mustBe(200));
        full.post("/api/v1/manage/networks", "network", "other").mustBe(400);
        full.delete("/api/v1/manage/networks/fanzine").mustBe(200);
        full.post("/api/v1/manage/networks", "network", "other").mustBe(200);
    }

    @Test
    void written_events_show_in_the_metrics() {
        RunningEncore.assumeOneProcess("each process shows its own");
        api.post(KEYS, "label", "web", "scopes", "crm").mustBe(200);
        assertThat(encore().management().get("/metrics").mustBe(200).text())
                .containsPattern("encore_log_group_events_count [1-9]")
                .containsPattern("encore_log_head_events [1-9]")
                .contains("encore_writable_logs 1.0", "encore_projection_lag_events{projection=\"accounts\"} ");
    }

    private static Api as(JsonNode issued) {
        return new Api(encore().url(), headers(issued));
    }

    private static Map<String, String> headers(JsonNode issued) {
        return Map.of(
                "Api-Key", issued.get("api_key").asString(),
                "Api-Secret", issued.get("api_secret").asString());
    }
}
