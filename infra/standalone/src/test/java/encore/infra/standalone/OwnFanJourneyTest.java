package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.Api.Answer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A fan changes itself through its session and gets points in it, and strangers with the same key try more. */
class OwnFanJourneyTest extends Journey {

    private static final String FANS = "/api/v1/crm/fans/";

    @Test
    void a_fan_changes_its_names_contacts_consent_fields_props_and_tags() {
        long fan = api.fan("ann@x.example");
        String own = own(logIn(fan));
        api.post("/api/v1/manage/fields", "crm_field_key", "size", "field_type", "number")
                .mustBe(200);
        long late = tag("late");
        Answer changed = app().post(
                        own,
                        "first_name",
                        "Ann",
                        "last_name",
                        "Lark",
                        "phone",
                        "0228 123456",
                        "country_code",
                        "DE",
                        "birth_date",
                        "1990-01-02",
                        "is_subscribed",
                        true,
                        "ip_address",
                        "203.0.113.9",
                        "props_seat",
                        "12A",
                        "field_size",
                        5,
                        "tag_" + late,
                        true)
                .mustBe(200);
        assertThat(changed.text()).isEqualTo("{\"fan_id\":" + fan + "}");
        JsonNode read = app().get(own).mustBe(200).body();
        assertThat(read.get("name").asString()).isEqualTo("Ann Lark");
        assertThat(read.get("phone").asString()).isEqualTo("+49228123456");
        assertThat(read.get("is_phone_confirmed").asBoolean(false)).isFalse();
        assertThat(read.get("birth_date").asString()).isEqualTo("1990-01-02");
        assertThat(read.get("is_subscribed").booleanValue()).isTrue();
        assertThat(read.get("ip_address").asString()).isNotEqualTo("203.0.113.9");
        assertThat(read.get("props")).hasToString("{\"seat\":\"12A\"}");
        assertThat(read.get("fields")).hasToString("{\"size\":5}");
        assertThat(read.get("tags").findValuesAsString("tag_name")).containsExactly("late");
        app().post(own, "field_size", "", "props_seat", "", "tag_" + late, false, "birth_date", "")
                .mustBe(200);
        JsonNode after = app().get(own).mustBe(200).body();
        assertThat(after.get("tags")).isEmpty();
        assertThat(after.get("birth_date").isNull()).isTrue();
        assertThat(after.get("fields").has("size")).isFalse();
        assertThat(after.at("/props/seat").isMissingNode()).isTrue();
        api.post(own, "ip_address", "203.0.113.9").mustBe(200);
        assertThat(app().get(own).mustBe(200).body().get("ip_address").asString())
                .isEqualTo("203.0.113.9");
    }

    @Test
    void a_confirmed_contact_stays_and_another_fans_is_not_taken() {
        long fan = api.fan("ann@x.example");
        api.fan("ben@x.example");
        String own = own(logIn(fan));
        refused(own, "email", "email", "ben@x.example");
        app().post(own, "email", "ann2@x.example").mustBe(200);
        api.post(FANS + fan, "is_confirmed", true).mustBe(200);
        refused(own, "email", "email", "ann3@x.example");
        refused(own, "email", "email", "");
        app().post(own, "email", "ANN2@x.example").mustBe(200);
        assertThat(app().get(own).mustBe(200).body().get("email").asString()).isEqualTo("ann2@x.example");
        api.post(own, "email", "ann4@x.example").mustBe(200);
        JsonNode read = app().get(own).mustBe(200).body();
        assertThat(read.get("email").asString()).isEqualTo("ann4@x.example");
        assertThat(read.get("is_confirmed").asBoolean(false)).isFalse();
    }

    @Test
    void a_fan_whose_last_contact_another_fan_took_still_changes() {
        long fan = api.fan("ann@x.example");
        String own = own(logIn(fan));
        app().post(own, "email", "planted@x.example").mustBe(200);
        assertThat(api.fan("planted@x.example")).isNotEqualTo(fan);
        assertThat(api.get(FANS + fan).mustBe(200).body().get("email").isNull()).isTrue();

        app().post(own, "first_name", "Ann", "is_subscribed", false).mustBe(200);
        api.post(FANS + fan, "is_optout", true).mustBe(200);
        JsonNode read = api.get(FANS + fan).mustBe(200).body();
        assertThat(read.get("is_optout").booleanValue()).isTrue();
        assertThat(read.get("first_name").asString()).isEqualTo("Ann");

        api.post(FANS + fan, "phone", "+4930123456").mustBe(200);
        refused(own, "phone", "phone", "");
        api.post(FANS + fan, "phone", "").mustBe(400);
        app().post(own, "email", "ann@x.example").mustBe(200);
    }

    @Test
    void the_names_of_staff_are_refused_and_nothing_changes() {
        long fan = api.fan("ann@x.example");
        String own = own(logIn(fan));
        long vip = tag("vip");
        api.post("/api/v1/manage/fields", "crm_field_key", "rank", "field_type", "number")
                .mustBe(200);
        api.post(
                        "/api/v1/manage/login_settings",
                        "staff_tag_ids",
                        vip,
                        "staff_field_keys",
                        "rank",
                        "staff_prop_names",
                        "level")
                .mustBe(200);
        api.postJson("/api/v1/manage/fans/" + fan, "{\"props\": {\"grade\": \"a\"}}")
                .mustBe(200);
        JsonNode before = app().get(own).mustBe(200).body();
        refused(own, "tag_" + vip, "tag_" + vip, true, "first_name", "Mallory");
        refused(own, "tag_" + vip, "tag_" + vip, false);
        refused(own, "tag_9", "tag_9", true);
        refused(own, "field_rank", "field_rank", 5, "first_name", "Mallory");
        refused(own, "field_nothing", "field_nothing", "x");
        refused(own, "props_level", "props_level", "gold", "props_seat", "12A");
        refused(own, "props_grade", "props_grade", "z");
        refused(own, "props_a b", "props_a b", "z");
        Object[] signup = {"email", "new@x.example", "tag_name", "VIP"};
        app().post("/api/v1/sessions/signup", signup).mustBe(400);
        app().post("/api/v1/sessions/signup", "email", "new@x.example", "field_rank", 5)
                .mustBe(400);
        assertThat(app().get(own).mustBe(200).body()).isEqualTo(before);
        api.post(own, "tag_" + vip, true, "field_rank", 5, "props_level", "gold", "props_grade", "b")
                .mustBe(200);
        JsonNode after = app().get(own).mustBe(200).body();
        assertThat(after.at("/fields/rank").intValue()).isEqualTo(5);
        assertThat(after.at("/props/level").asString()).isEqualTo("gold");
        assertThat(after.at("/props/grade").asString()).isEqualTo("b");
    }

    @Test
    void a_new_password_ends_the_other_sessions() throws Exception {
        long fan = api.fan("ann@x.example");
        String uid = logIn(fan);
        String own = own(logIn(fan));
        refused(own, "password", "password", "seven77");
        app().post(own, "password", "correct horse").mustBe(200);
        long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        while (app().get(own(uid)).status() != 401 && System.nanoTime() < end) {
            Thread.sleep(20);
        }
        app().get(own(uid)).mustBe(401);
        app().post(own(uid), "first_name", "Ann").mustBe(401);
        JsonNode read = app().get(own).mustBe(200).body();
        assertThat(read.get("has_password").booleanValue()).isTrue();
        assertThat(read.get("first_name").isNull()).isTrue();
    }

    @Test
    void a_guest_and_a_stranger_change_nobody() {
        long fan = api.fan("ann@x.example");
        String uid = logIn(fan);
        String guest = app().post("/api/v1/sessions/connect", "business_id", api.business("Doors"))
                .mustBe(200)
                .body()
                .get("session_uid")
                .asString();
        refused(own(guest), "session_uid", "first_name", "Mallory");
        FanSessions.app(encore().newAccount())
                .post(own(uid), "first_name", "Mallory")
                .mustBe(401);
        api.delete("/api/v1/manage/fans/" + fan + "/sessions").mustBe(200);
        app().post(own(uid), "first_name", "Mallory").mustBe(401);
        assertThat(api.get(FANS + fan).mustBe(200).body().get("first_name").isNull())
                .isTrue();
    }

    @Test
    void an_award_of_a_session_shows_its_ref_and_the_address_of_the_login_until_the_fan_is_erased() throws Exception {
        long fan = api.fan("ann@x.example");
        long ben = api.fan("ben@x.example");
        String discs = api.pointType("discs");
        String uid = logIn(fan);
        String ref = api.get("/api/v1/manage/fans/" + fan + "/sessions")
                .mustBe(200)
                .body()
                .at("/0/session_uid")
                .asString();
        Object[] award = {
            "point_uid", discs, "fan_id", fan, "point_count", 5, "session_uid", uid, "award_key", "q\u00fc"
        };
        api.post("/api/v1/ent/fan_points", award).mustBe(200);
        api.post("/api/v1/ent/fan_points", "point_uid", discs, "fan_id", fan, "point_count", 6)
                .mustBe(200);
        api.post("/api/v1/ent/fan_points", "point_uid", discs, "fan_id", ben, "point_count", 5, "session_uid", uid)
                .mustBe(400);
        api.post("/api/v1/ent/fan_points", "point_uid", discs, "fan_id", fan, "point_count", 5, "session_uid", ref)
                .mustBe(401);
        JsonNode rows = rows(discs);
        assertThat(rows).hasSize(2);
        assertThat(rows.at("/0/session_uid").asString()).isEqualTo(ref);
        assertThat(rows.at("/0/ip_address").asString()).isEqualTo(FanSessions.ADDRESS);
        assertThat(rows.at("/0/award_signature").asString())
                .isEqualTo(sha256("client\n" + fan + "\n" + discs + "\nq\u00fc"));
        for (String field : new String[] {"session_uid", "ip_address", "award_signature"}) {
            assertThat(rows.get(1).get(field).isNull()).isTrue();
        }
        assertThat(rows.toString()).doesNotContain(uid);
        api.delete("/api/v1/manage/sessions/" + ref).mustBe(200);
        api.post("/api/v1/ent/fan_points", award).mustBe(401);
        assertThat(rows(discs).at("/0/ip_address").asString()).isEqualTo(FanSessions.ADDRESS);
        api.delete(FANS + fan).mustBe(200);
        JsonNode erased = rows(discs).get(0);
        assertThat(erased.get("session_uid").asString()).isEqualTo(ref);
        assertThat(erased.get("ip_address").isNull()).isTrue();
    }

    private JsonNode rows(String points) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        return api.get(
                        "/api/v1/ent/fan_points",
                        "start_date",
                        today.minusDays(1),
                        "end_date",
                        today.plusDays(1),
                        "point_uid",
                        points)
                .mustBe(200)
                .body();
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private long tag(String name) {
        api.post(FANS.substring(0, FANS.length() - 1), "email", name + "@tags.example", "tag_" + name, true)
                .mustBe(200);
        for (JsonNode tag : api.get("/api/v1/manage/tags").mustBe(200).body()) {
            if (tag.get("tag_name").asString().equals(name)) {
                return tag.get("tag_id").longValue();
            }
        }
        throw new AssertionError(name);
    }

    private void refused(String path, String field, Object... form) {
        assertThat(app().post(path, form)
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo(field);
    }

    private Api app() {
        return FanSessions.app(api);
    }

    private String logIn(long fan) {
        return FanSessions.logIn(api, fan);
    }

    private static String own(String uid) {
        return "/api/v1/sessions/" + uid + "/fan";
    }
}
