package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An analyst rebuilds what the others read, while they read it. */
@Alone(because = "it rebuilds, switches and rolls back what all accounts share")
class ProjectionsJourneyTest extends Journey {

    private static final String PATH = ProjectionsApi.PATH;

    @Test
    void a_projection_is_rebuilt_equal_to_the_live_one_also_after_an_erasure() {
        long fan = api.fan("jo@fans.example");
        long other = api.fan("bo@fans.example");
        award(api, fan, 50);
        award(api, other, 20);
        api.post("/api/v1/crm/fan_connections/requests/" + fan, "connected_fan_id", other, "is_approved", "true");
        api.delete("/api/v1/crm/fans/" + other).mustBe(200);
        ProjectionsApi projections = new ProjectionsApi(api, encore().operator());
        projections.areRebuiltEqual(List.of("boards", "fans", "fan_points", "connections"));
    }

    @Test
    void a_version_serves_after_the_switch_and_the_one_before_after_a_roll_back() {
        long fan = api.fan("jo@fans.example");
        award(api, fan, 50);
        ProjectionsApi projections = new ProjectionsApi(api, encore().operator());
        int version = projections.rebuild("boards");
        projections.whenFilled("boards", version);
        assertThat(encore().operator()
                        .post(PATH + "/boards/switch")
                        .mustBe(200)
                        .body()
                        .get("version")
                        .asInt())
                .isEqualTo(version);
        award(api, fan, 1);
        assertThat(balance(api, fan)).isEqualTo(51);
        whenServing(api, "boards", serving -> serving == version);
        encore().operator().post(PATH + "/boards/rollback").mustBe(200);
        award(api, fan, 1);
        assertThat(balance(api, fan)).isEqualTo(52);
        whenServing(api, "boards", serving -> serving < version);
    }

    @Test
    void an_unknown_projection_version_or_dead_letter_is_refused() {
        encore().operator().post(PATH + "/nothing/rebuild").mustBe(404);
        api.get(PATH + "/nothing/compare").mustBe(404);
        encore().operator().post(PATH + "/tiers/switch", "version", 900).mustBe(400);
        assertThat(api.get("/api/v1/manage/dead_letters").mustBe(200).body()).isEmpty();
        api.post("/api/v1/manage/dead_letters/retry", "projection", "tiers", "position", 1)
                .mustBe(404);
        new Api(api.url(), Map.of()).get(PATH).mustBe(401);
    }

    @Test
    void orders_are_the_operators_alone_and_stand_in_the_journal_with_actor_and_time() {
        api.post(PATH + "/tiers/rebuild").mustBe(403);
        api.post(PATH + "/tiers/switch").mustBe(403);
        api.post(PATH + "/tiers/rollback").mustBe(403);
        Api operator = encore().operator();
        operator.with("X-Request-Id", "call-of-the-night")
                .post(PATH + "/tiers/rebuild")
                .mustBe(200);
        JsonNode newest = journal(operator).get(0);
        assertThat(newest.get("operation").asString()).isEqualTo("RebuildProjection");
        assertThat(newest.get("target").asString()).isEqualTo("tiers");
        assertThat(newest.get("actor").asString()).isEqualTo("operator");
        assertThat(newest.get("request_id").asString()).isEqualTo("call-of-the-night");
        assertThat(newest.get("at").asLong()).isPositive();

        JsonNode key = api.post("/api/v1/manage/keys", "label", "web", "scopes", "crm")
                .mustBe(200)
                .body();
        api.delete("/api/v1/manage/keys/" + key.get("api_key").asString()).mustBe(200);
        JsonNode own = journal(api);
        assertThat(own)
                .extracting(one -> one.get("operation").asString())
                .containsExactly("RevokeKey", "IssueKey", "IssueKey", "OpenAccount");
        assertThat(own.get(0).get("target").asString())
                .isEqualTo(key.get("api_key").asString());
        assertThat(own.get(0).get("actor").asString())
                .isEqualTo("key:" + api.headers().get("Api-Key"));
        assertThat(own.get(3).get("actor").asString()).isEqualTo("operator");
    }

    @Test
    void management_actions_of_features_stand_in_the_journal() {
        long fan = api.fan("jo@fans.example");
        api.post("/api/v1/manage/networks", "network", "fanzine").mustBe(200);
        api.post("/api/v1/manage/fans/" + fan, "rating", 3).mustBe(200);
        api.delete("/api/v1/manage/networks/fanzine").mustBe(200);
        JsonNode own = journal(api);
        long account = own.get(0).get("account_id").asLong();
        assertThat(own)
                .extracting(
                        one -> one.get("operation").asString(),
                        one -> one.get("target").asString())
                .startsWith(
                        tuple("RemoveNetwork", "fanzine"),
                        tuple("ChangeFan", "fan." + account + "." + fan),
                        tuple("AddNetwork", "fanzine"));
    }

    private static JsonNode journal(Api api) {
        return api.get("/api/v1/manage/operations").mustBe(200).body().get("data");
    }

    private static void award(Api api, long fan, long count) {
        api.pointType("discs");
        api.award(fan, "discs", count);
    }

    private static long balance(Api api, long fan) {
        return api.get("/api/v1/manage/fans/" + fan + "/balances")
                .mustBe(200)
                .body()
                .get(0)
                .get("balance")
                .asLong();
    }

    private static int serving(Api api, String name) {
        for (JsonNode one : api.get(PATH).mustBe(200).body()) {
            if (one.get("name").asString().equals(name) && one.get("serves").asBoolean()) {
                return one.get("version").asInt();
            }
        }
        throw new AssertionError(name + " has no version that serves");
    }

    /** Another node than the one that switched says so a quarter of a second later. */
    private static void whenServing(Api api, String name, IntPredicate wanted) {
        await(name).pollInSameThread().pollInterval(Duration.ofMillis(20)).until(() -> wanted.test(serving(api, name)));
    }
}
