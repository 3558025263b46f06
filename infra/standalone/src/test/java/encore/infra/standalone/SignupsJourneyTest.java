package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.Api.Answer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Fans sign up from pages that hold the public key alone, and strangers with the same key attack them. */
class SignupsJourneyTest extends Journey {

    private static final String SIGNUP = "/api/v1/sessions/signup";
    private static final String FANS = "/api/v1/crm/fans";

    @Test
    void a_new_contact_makes_a_fan_with_all_that_was_given_and_an_activity() {
        long club = api.business("Club");
        long show = api.campaign("Show", "signup");
        String ada = api.made("/api/v1/idols", "idol_uid", "idol_name", "Ada");
        api.post("/api/v1/manage/fields", "crm_field_key", "size", "field_type", "number")
                .mustBe(200);
        JsonNode signedUp = page().post(
                        SIGNUP,
                        "email",
                        "Ann@x.example",
                        "phone",
                        "2025550101",
                        "first_name",
                        "Ann",
                        "city",
                        "Boston",
                        "country_code",
                        "US",
                        "field_size",
                        "5",
                        "campaign_name",
                        "Show",
                        "tag_name",
                        "vip",
                        "tag_names",
                        "late, front row",
                        "business_id",
                        club,
                        "idol_name",
                        "ada",
                        "device_id",
                        "d1",
                        "device_network",
                        "ios",
                        "ip_address",
                        "203.0.113.9")
                .mustBe(200)
                .body();
        long fan = signedUp.get("fan_id").longValue();
        JsonNode read = read(fan);
        assertThat(read.get("email").asString()).isEqualTo("ann@x.example");
        assertThat(read.get("phone").asString()).isEqualTo("+12025550101");
        assertThat(read.get("is_confirmed").isNull()).isTrue();
        assertThat(read.get("has_password").booleanValue()).isFalse();
        assertThat(read.get("fan_source").asString()).isEqualTo("signup");
        assertThat(read.get("ip_address").asString()).isNotEqualTo("203.0.113.9");
        assertThat(read.get("fields")).hasToString("{\"size\":5}");
        assertThat(read.get("opted_in_business_ids")).hasToString("[" + club + "]");
        assertThat(read.get("tags").findValuesAsString("tag_name")).containsExactly("vip", "late", "front row");
        assertThat(read.get("last_page_tab_id").longValue()).isEqualTo(show);
        assertThat(api.get(FANS + "/" + fan + "/idols")
                        .mustBe(200)
                        .body()
                        .at("/0/idol_uid")
                        .asString())
                .isEqualTo(ada);
        JsonNode activity = api.get("/api/v1/crm/activities").mustBe(200).body().at("/data/0");
        assertThat(activity.get("activity_id")).isEqualTo(signedUp.get("activity_id"));
        assertThat(activity.get("device_type").asString()).isEqualTo("ios");
    }

    @Test
    void a_stranger_plants_nothing_in_an_imported_fan() {
        long club = api.business("Club");
        long imported =
                Long.parseLong(api.made(FANS, "fan_id", "email", "victim@x.example", "business_" + club, "off"));
        JsonNode before = read(imported);
        page().post(
                        SIGNUP,
                        "email",
                        "victim@x.example",
                        "phone",
                        "+12025550102",
                        "first_name",
                        "Mallory",
                        "birth_date",
                        "1990-01-01",
                        "business_id",
                        club,
                        "password",
                        "planted",
                        "is_confirmed",
                        "true",
                        "is_subscribed",
                        "true")
                .mustBe(200);
        page().post("/api/v1/sessions/wifi_fans", "network", "email", "email", "victim@x.example", "first_name", "M")
                .mustBe(200);
        assertThat(read(imported)).isEqualTo(before);
    }

    @Test
    void refused_calls_name_their_field_and_change_nothing() {
        api.campaign("Off", "signup");
        long off = api.campaign("Off too", "signup");
        api.post("/api/v1/manage/apps/" + off, "is_active", false).mustBe(200);
        refused("page_tab_id", "page_tab_id", off);
        refused("campaign_name", "campaign_name", "Off too");
        refused("page_tab_id", "page_tab_id", 12);
        refused("business_id", "business_id", 12);
        refused("idol_name", "idol_name", "Nobody");
        refused("field_size", "field_size", "5", "tag_name", "new", "campaign_name", "A new title");
        assertThat(api.get("/api/v1/manage/fan_count")
                        .mustBe(200)
                        .body()
                        .at("/fan_count")
                        .longValue())
                .isZero();
        assertThat(api.get("/api/v1/manage/tags").mustBe(200).text()).doesNotContain("new");
        // The customer's own server may do most of it.
        api.post(SIGNUP, "email", "ann@x.example", "page_tab_id", off, "idol_name", "Nobody")
                .mustBe(200);
    }

    @Test
    void a_unique_activity_is_made_once_however_the_first_one_came() throws Exception {
        long show = api.campaign("Show", "signup");
        List<Answer> answers = together(IntStream.range(0, 500)
                .<Callable<Answer>>mapToObj(
                        i -> () -> until200("email", "ann@x.example", "page_tab_id", show, "is_unique_activity", true))
                .toList());
        assertThat(answers)
                .extracting(one -> one.body().get("fan_id").longValue())
                .containsOnly(answers.getFirst().body().get("fan_id").longValue());
        assertThat(answers).filteredOn(one -> one.body().has("activity_id")).hasSize(1);
        api.post("/api/v1/crm/activities", "email", "bob@x.example", "campaign_title", "Show")
                .mustBe(200);
        assertThat(page().post(SIGNUP, "email", "bob@x.example", "campaign_name", "Show", "is_unique_activity", true)
                        .mustBe(200)
                        .body()
                        .has("activity_id"))
                .isFalse();
    }

    @Test
    void a_check_finds_the_email_before_the_phone() {
        long ann = Long.parseLong(api.made(FANS, "fan_id", "email", "ann@x.example", "first_name", "Ann"));
        long bob = Long.parseLong(api.made(FANS, "fan_id", "phone", "+12025550103", "last_name", "Bell"));
        assertThat(check("email", "ANN@x.example", "phone", "+12025550103"))
                .isEqualTo("{\"fan_id\":" + ann + ",\"first_name\":\"Ann\",\"last_name\":null}");
        assertThat(check("email", "new@x.example", "phone", "2025550103"))
                .isEqualTo("{\"fan_id\":" + bob + ",\"first_name\":null,\"last_name\":\"Bell\"}");
        assertThat(check("phone", "+12025550104"))
                .isEqualTo("{\"fan_id\":null,\"first_name\":null,\"last_name\":null}");
    }

    @Test
    void a_contact_that_changes_is_not_confirmed_any_more() {
        long ann = Long.parseLong(api.made(FANS, "fan_id", "email", "ann@x.example", "is_confirmed", true));
        assertThat(read(ann).get("is_confirmed").booleanValue()).isTrue();
        api.post(FANS + "/" + ann, "email", "new@x.example").mustBe(200);
        assertThat(read(ann).get("is_confirmed").isNull()).isTrue();
        api.post(FANS + "/" + ann, "email", "newer@x.example", "is_confirmed", true)
                .mustBe(200);
        assertThat(read(ann).get("is_confirmed").booleanValue()).isTrue();
    }

    private void refused(String field, Object... form) {
        Object[] whole = new Object[form.length + 2];
        whole[0] = "email";
        whole[1] = "ann@x.example";
        System.arraycopy(form, 0, whole, 2, form.length);
        assertThat(page().post(SIGNUP, whole)
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo(field);
    }

    private Answer until200(Object... form) {
        Answer answer = page().post(SIGNUP, form);
        while (answer.status() == 409 || answer.status() == 503) {
            answer = page().post(SIGNUP, form);
        }
        return answer.mustBe(200);
    }

    private String check(Object... query) {
        return api.get("/api/v1/sessions/check", query).mustBe(200).text();
    }

    /** A page with the public key of this account. */
    private Api page() {
        return new Api(
                api.url(),
                Map.of("Api-Key", Objects.requireNonNull(api.headers().get("Api-Key"))));
    }

    private JsonNode read(long fan) {
        return api.get(FANS + "/" + fan).mustBe(200).body();
    }
}
