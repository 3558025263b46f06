package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.problems.Ids;
import encore.infra.standalone.Api.Answer;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Guests from the connect call, and sessions of fans from its logins. */
class SessionsJourneyTest extends Journey {

    private static final String SESSIONS = "/api/v1/sessions/";
    private static final String ANN = "ann@x.example";
    private static final String PASSWORD = "correct horse";

    @Test
    void a_guest_comes_in_with_the_public_key_and_is_known_at_once() {
        long business = api.business("Doors");
        Api app = app(api);
        JsonNode connected = app.post(SESSIONS + "connect", "business_id", business)
                .mustBe(200)
                .body();
        assertThat(connected.has("fan_id")).isFalse();
        String uid = connected.get("session_uid").asString();
        JsonNode session = app.get(SESSIONS + uid).mustBe(200).body();
        assertThat(session.get("session_uid").asString()).isEqualTo(uid);
        assertThat(session.has("fan_id")).isFalse();
        assertThat(session.get("business_id").longValue()).isEqualTo(business);
        assertThat(session.get("network").asString()).isEmpty();
        assertThat(session.get("user_key").isNull()).isTrue();
        assertThat(session.get("ip_address").isNull()).isTrue();
        assertThat(session.get("login_type").asString()).isEqualTo("guest");
        assertThat(session.get("expiration_timestamp").longValue()
                        - session.get("creation_timestamp").longValue())
                .isBetween(
                        Duration.ofHours(24).toSeconds() - 2,
                        Duration.ofHours(24).toSeconds());
        assertThat(app.get(SESSIONS + uid + "/fan").mustBe(200).text())
                .isEqualTo("{\"account_id\":" + session.get("account_id") + ",\"is_guest\":true}");
        assertThat(app.get(SESSIONS + uid + "/points").mustBe(200).text()).isEqualTo("[]");
        assertThat(app.get(SESSIONS + uid + "/idols").mustBe(200).text()).isEqualTo("[]");
        app.post(SESSIONS + uid + "/idols", "action", "add", "idol_name", "Ada").mustBe(400);
    }

    @Test
    void a_guest_needs_a_place_that_is_known_and_in_public_one_that_runs() {
        long business = api.business("Doors");
        long campaign = api.campaign("Show", "trivia");
        Api app = app(api);
        app.post(SESSIONS + "connect", "business_id", 1).mustBe(400);
        app.post(SESSIONS + "connect", "business_id", business, "page_tab_id", 1)
                .mustBe(400);
        Object[] form = {"business_id", business, "page_tab_id", campaign};
        app.post(SESSIONS + "connect", form).mustBe(200);
        api.post("/api/v1/manage/apps/" + campaign, "is_active", false).mustBe(200);
        app.post(SESSIONS + "connect", form).mustBe(400);
        api.post(SESSIONS + "connect", form).mustBe(200);
    }

    @Test
    void a_session_is_unknown_to_other_accounts_and_after_its_end() {
        String uid = guest();
        app(encore().newAccount()).get(SESSIONS + uid).mustBe(401);
        Api app = app(api);
        app.get(SESSIONS + Ids.sessionUid()).mustBe(401);
        app.get(SESSIONS + "nonsense/fan").mustBe(401);
        app.get(SESSIONS + uid).mustBe(200);
        api.delete("/api/v1/manage/sessions/" + uid).mustBe(404);
    }

    @Test
    void an_answer_with_a_session_uid_is_not_repeated() {
        long business = api.business("Doors");
        Api once = app(api).with("Idempotency-Key", "guest-1");
        once.post(SESSIONS + "connect", "business_id", business).mustBe(200);
        once.post(SESSIONS + "connect", "business_id", business).mustBe(409);
    }

    @Test
    void a_fan_reads_its_points_and_idols_and_likes() {
        long fan = member(ANN);
        String uid = logIn(ANN, PASSWORD, null);
        api.pointType("applause");
        api.pointType("discs");
        api.award(fan, "applause", 5);
        api.award(fan, "discs", 7);
        Api app = app(api);
        JsonNode session = app.get(SESSIONS + uid).mustBe(200).body();
        assertThat(session.get("fan_id").longValue()).isEqualTo(fan);
        assertThat(session.get("user_key").asString()).isEqualTo("ann@x.example");
        assertThat(session.get("network").asString()).isEqualTo("email");
        assertThat(session.get("tag_ids").isArray()).isTrue();
        JsonNode read = app.get(SESSIONS + uid + "/fan").mustBe(200).body();
        assertThat(read.get("email").asString()).isEqualTo("ann@x.example");
        assertThat(read.get("is_guest").booleanValue()).isFalse();
        JsonNode points = app.get(SESSIONS + uid + "/points").mustBe(200).body();
        assertThat(points.at("/0/point_count").longValue()).isEqualTo(5);
        assertThat(points.at("/1/point_count").longValue()).isEqualTo(7);
        String ada = api.made("/api/v1/idols", "idol_uid", "idol_name", "Ada");
        String idols = SESSIONS + uid + "/idols";
        assertThat(app.post(idols, "action", "add", "idol_name", "ADA")
                        .mustBe(200)
                        .body()
                        .at("/0/idol_uid")
                        .asString())
                .isEqualTo(ada);
        app.post(idols, "action", "add", "idol_name", "Nobody").mustBe(400);
        app.post(idols, "action", "delete", "idol_uid", Ids.uid()).mustBe(400);
        assertThat(app.post(idols, "action", "delete", "idol_uid", ada)
                        .mustBe(200)
                        .text())
                .isEqualTo("[]");
        app(encore().newAccount()).get(SESSIONS + uid).mustBe(401);
    }

    @Test
    void staff_sees_and_ends_sessions_and_a_login_ends_the_one_that_it_replaces() {
        long fan = member(ANN);
        String first = logIn(ANN, PASSWORD, null);
        String second = logIn(ANN, PASSWORD, first);
        Api app = app(api);
        app.get(SESSIONS + first).mustBe(401);
        app.get(SESSIONS + second).mustBe(200);
        String guest = guest();
        String third = logIn(ANN, PASSWORD, guest);
        app.get(SESSIONS + guest).mustBe(401);
        String managed = "/api/v1/manage/fans/" + fan + "/sessions";
        JsonNode live = api.get(managed).mustBe(200).body();
        assertThat(live).hasSize(2);
        String ref = live.at("/0/session_uid").asString();
        app.get(SESSIONS + ref).mustBe(401);
        assertThat(api.delete("/api/v1/manage/sessions/" + ref).mustBe(200).text())
                .isEqualTo("true");
        api.delete("/api/v1/manage/sessions/" + ref).mustBe(404);
        app.get(SESSIONS + second).mustBe(401);
        app.get(SESSIONS + third).mustBe(200);
        api.delete(managed).mustBe(200);
        app.get(SESSIONS + third).mustBe(401);
        assertThat(api.get(managed).mustBe(200).body()).isEmpty();
        assertThat(api.get("/api/v1/manage/fans/1/sessions").status()).isEqualTo(404);
    }

    @Test
    void a_password_ends_the_sessions_and_an_erasure_too() throws Exception {
        long fan = member(ANN);
        String uid = logIn(ANN, PASSWORD, null);
        Api app = app(api);
        app.get(SESSIONS + uid).mustBe(200);
        api.post("/api/v1/crm/fans/" + fan, "password", "another horse").mustBe(200);
        FanSessions.mustEnd(app, uid);
        String again = logIn(ANN, "another horse", null);
        app.get(SESSIONS + again).mustBe(200);
        api.delete("/api/v1/crm/fans/" + fan).mustBe(200);
        FanSessions.mustEnd(app, again);
        app.get(SESSIONS + again + "/points").mustBe(401);
    }

    @Test
    void a_fan_follows_its_own_points_until_its_session_ends() throws Exception {
        long ann = member(ANN);
        long ben = api.fan("ben@x.example");
        String discs = api.pointType("discs");
        String uid = logIn(ANN, PASSWORD, null);
        LiveClient client = new LiveClient(encore().url());
        String key = String.valueOf(api.headers().get("Api-Key"));
        String other = "{\"stream\":\"points.history\",\"point_uid\":\"" + discs + "\",\"fan_id\":" + ben + "}";
        String own = "{\"stream\":\"points.history\",\"point_uid\":\"" + discs + "\"}";
        assertThat(answer(client, "auth", auth(key, Ids.sessionUid())).get("ok").asBoolean())
                .isFalse();
        assertThat(answer(client, "auth", auth(key, uid)).get("ok").asBoolean()).isTrue();
        assertThat(answer(client, "subscribe", other).at("/error/status").asInt())
                .isEqualTo(401);
        assertThat(answer(client, "subscribe", "{\"stream\":\"events\"}")
                        .at("/error/status")
                        .asInt())
                .isEqualTo(401);
        assertThat(answer(client, "subscribe", own).get("ok").asBoolean()).isTrue();
        api.award(ben, "discs", 3);
        api.award(ann, "discs", 4);
        assertThat(client.next().at("/data/fan_id").longValue()).isEqualTo(ann);
        api.delete("/api/v1/manage/fans/" + ann + "/sessions").mustBe(200);
        assertThat(client.closed()).isEqualTo(4003);
    }

    @Test
    void a_fan_that_logs_in_at_one_gateway_is_known_and_refused_at_the_other() {
        long fan = member(ANN);
        String discs = api.pointType("discs");
        Api here = app(api);
        Api there = encore().atOtherGateway(here);
        Api serverThere = encore().atOtherGateway(api);
        for (int i = 0; i < 5; i++) {
            String uid = logIn(ANN, PASSWORD, null);
            assertThat(there.get(SESSIONS + uid)
                            .mustBe(200)
                            .body()
                            .get("fan_id")
                            .longValue())
                    .isEqualTo(fan);
            Answer changed =
                    there.post(SESSIONS + uid + "/fan", "first_name", "Ann" + i).mustBe(200);
            assertThat(reading(here, changed)
                            .get(SESSIONS + uid + "/fan")
                            .mustBe(200)
                            .body()
                            .get("first_name")
                            .asString())
                    .isEqualTo("Ann" + i);
            Answer awarded = serverThere
                    .post(
                            "/api/v1/ent/fan_points",
                            "point_uid",
                            discs,
                            "fan_id",
                            fan,
                            "point_count",
                            1,
                            "session_uid",
                            uid)
                    .mustBe(200);
            assertThat(reading(here, awarded)
                            .get(SESSIONS + uid + "/points")
                            .mustBe(200)
                            .body())
                    .hasSize(i + 1);
            String ref = serverThere
                    .get("/api/v1/manage/fans/" + fan + "/sessions")
                    .mustBe(200)
                    .body()
                    .at("/0/session_uid")
                    .asString();
            api.delete("/api/v1/manage/sessions/" + ref).mustBe(200);
            FanSessions.mustEnd(there, uid);
            here.get(SESSIONS + uid).mustBe(401);
        }
        String replaced = logIn(ANN, PASSWORD, null);
        there.get(SESSIONS + replaced).mustBe(200);
        String live = logIn(ANN, PASSWORD, replaced);
        FanSessions.mustEnd(there, replaced);
        there.get(SESSIONS + live).mustBe(200);
        serverThere.post("/api/v1/crm/fans/" + fan, "password", "another horse").mustBe(200);
        FanSessions.mustEnd(here, live);
        FanSessions.mustEnd(there, live);
        String erased = logIn(ANN, "another horse", null);
        there.get(SESSIONS + erased).mustBe(200);
        api.delete("/api/v1/crm/fans/" + fan).mustBe(200);
        FanSessions.mustEnd(there, erased);
        FanSessions.mustEnd(here, erased);
    }

    /** A client that sees a write that was made at another gateway. */
    private static Api reading(Api client, Answer written) {
        return client.with("Encore-Min-Position", String.valueOf(written.header("Encore-Position")));
    }

    private static JsonNode answer(LiveClient client, String event, String data) throws Exception {
        return client.ask(event, data);
    }

    private static String auth(String key, String uid) {
        return "{\"api_key\":\"" + key + "\",\"session_uid\":\"" + uid + "\"}";
    }

    private String guest() {
        return app(api).post(SESSIONS + "connect", "business_id", api.business("Doors"))
                .mustBe(200)
                .body()
                .get("session_uid")
                .asString();
    }

    /** A client that has the public key alone, as an app of the customer's. */
    private static Api app(Api server) {
        return new Api(
                server.url(), Map.of("Api-Key", String.valueOf(server.headers().get("Api-Key"))));
    }

    /** A fan with a password, by which it logs in. */
    private long member(String email) {
        long fan = api.fan(email);
        api.post("/api/v1/crm/fans/" + fan, "password", PASSWORD).mustBe(200);
        return fan;
    }

    /** Logs a fan in by its password; its session_uid. */
    private String logIn(String email, String password, @Nullable String replaced) {
        return app(api).post(
                        SESSIONS + "connect",
                        "network",
                        "password",
                        "business_id",
                        api.business("Doors"),
                        "email",
                        email,
                        "password",
                        password,
                        "session_uid",
                        replaced == null ? "" : replaced)
                .mustBe(200)
                .body()
                .get("session_uid")
                .asString();
    }
}
