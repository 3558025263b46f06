package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.Api.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A customer sets up its businesses, and fans opt in to them and out again. */
class BusinessesJourneyTest extends Journey {

    private static final String ALL = "/api/v1/businesses";
    private static final String MANAGED = "/api/v1/manage/businesses";
    private static final String FANS = "/api/v1/crm/fans";

    @Test
    void a_business_is_set_up_and_shown_to_its_apps_without_what_is_its_own() {
        String points = api.pointType("goals");
        String rules = "§ ".repeat(50_000);
        JsonNode rovers = api.postJson(
                        MANAGED,
                        "{\"business_name\": \"Rovers\", \"legal_rules\": \"%s\", \"media_map\": {\"logo\": \"a.png\"}, \"wifi_props\": {\"ssid\": \"stadium\"}, \"point_uid\": \"%s\"}"
                                .formatted(rules, points))
                .mustBe(200)
                .body();
        long id = rovers.get("business_id").asLong();
        assertThat(rovers.get("member_count").asLong()).isZero();
        assertThat(rovers.get("legal_rules").asString()).isEqualTo(rules);
        assertThat(api.get(MANAGED + "/" + id).mustBe(200).body()).isEqualTo(rovers);
        long city = api.business("City");

        Api app = new Api(
                api.url(), Map.of("Api-Key", String.valueOf(api.headers().get("Api-Key"))));
        JsonNode listed = app.get(ALL).mustBe(200).body();
        assertThat(listed.valueStream().map(row -> row.get("business_id").asLong()))
                .containsExactly(id, city);
        assertThat(listed.get(0).propertyNames())
                .containsExactlyInAnyOrder(
                        "legal_rules",
                        "legal_terms",
                        "legal_privacy",
                        "business_id",
                        "business_name",
                        "media_map",
                        "scheduler_props",
                        "locale_props");
        assertThat(listed.get(0).get("media_map")).hasToString("{\"logo\":\"a.png\"}");
        JsonNode single = app.get(ALL + "/" + id).mustBe(200).body();
        assertThat(single.get("wifi_props")).hasToString("{\"ssid\":\"stadium\"}");
        assertThat(single.has("point_uid")).isFalse();
        app.get(MANAGED).mustBe(401);

        JsonNode changed = api.post(MANAGED + "/" + id, "business_name", "United", "legal_rules", "", "wifi_props", "")
                .mustBe(200)
                .body();
        assertThat(changed.get("business_name").asString()).isEqualTo("United");
        assertThat(changed.get("legal_rules").isNull()).isTrue();
        assertThat(changed.get("wifi_props").isNull()).isTrue();
        assertThat(changed.get("point_uid").asString()).isEqualTo(points);
        assertThat(app.get(ALL + "/" + id)
                        .mustBe(200)
                        .body()
                        .get("business_name")
                        .asString())
                .isEqualTo("United");
    }

    @Test
    void a_wrong_field_is_named_and_changes_nothing() {
        refused(api.post(MANAGED, "business_name", "City", "point_uid", "nothing"), "point_uid");
        refused(api.post(MANAGED, "legal_terms", "none"), "business_name");
        refused(api.post(MANAGED, "business_name", "City", "media_map", "[]"), "media_map");
        long id = api.business("City");
        String theirs = encore().newAccount().pointType("theirs");
        refused(api.post(MANAGED + "/" + id, "business_name", "Town", "point_uid", theirs), "point_uid");
        refused(api.post(MANAGED + "/" + id, "business_name", ""), "business_name");
        JsonNode all = api.get(MANAGED).mustBe(200).body();
        assertThat(all.valueStream().map(row -> row.get("business_name").asString()))
                .containsExactly("City");
    }

    @Test
    void fans_opt_in_to_what_is_a_business_and_out_of_anything() {
        long rovers = api.business("Rovers");
        long city = api.business("City");
        long theirs = encore().newAccount().business("Theirs");
        String in = "business_" + rovers;
        long ann = fan("ann", in, true, "business_" + city, false);
        long bob = fan("bob", in, "on");
        refused(api.post(FANS, "email", "cy@x.example", in, true, "business_5", true), "business_5");
        refused(api.post(FANS, "email", "cy@x.example", "business_" + theirs, true), "business_" + theirs);
        refused(api.post(FANS, "email", "ann@x.example", "first_name", "Ann", "business_5", true), "business_5");
        refused(api.post(FANS + "/" + ann, "first_name", "Ann", "business_5", true), "business_5");
        assertThat(api.get(FANS, "name", "cy@x.example").mustBe(200).body().get("data"))
                .isEmpty();
        JsonNode read = api.get(FANS + "/" + ann).mustBe(200).body();
        assertThat(read.get("first_name").isNull()).isTrue();
        assertThat(read.get("opted_in_business_ids")).hasToString("[" + rovers + "]");

        api.post(FANS + "/" + ann, "business_5", false, "business_" + city, true)
                .mustBe(200);
        assertThat(members(rovers)).containsExactly(ann, bob);
        assertThat(members(city)).containsExactly(ann);
        api.delete(MANAGED + "/" + rovers).mustBe(200);
        // Ann has opted in to it before, Cy has not.
        api.post(FANS + "/" + ann, in, true, "first_name", "Ann").mustBe(200);
        refused(api.post(FANS, "email", "cy@x.example", in, true), in);
        api.post(FANS + "/" + bob, in, false).mustBe(200);
        refused(api.post(FANS + "/" + bob, in, true), in);
        assertThat(api.get(FANS + "/" + bob).mustBe(200).body().get("opted_in_business_ids"))
                .hasToString("[]");
    }

    @Test
    void members_are_paged_by_when_they_opted_in_and_an_erased_fan_is_none() {
        long rovers = api.business("Rovers");
        String in = "business_" + rovers;
        List<Long> fans = new ArrayList<>();
        for (String name : List.of("ann", "bob", "cy", "di", "eve")) {
            fans.add(fan(name, in, true));
        }
        api.post(FANS + "/" + fans.getFirst(), in, false).mustBe(200);
        api.post(FANS + "/" + fans.getFirst(), in, true, "display_name", "annie")
                .mustBe(200);
        api.delete(FANS + "/" + fans.get(2)).mustBe(200);

        String members = MANAGED + "/" + rovers + "/members";
        JsonNode first = api.get(members, "limit", 2).mustBe(200).body();
        assertThat(ids(first)).containsExactly(fans.get(1), fans.get(3));
        String next = first.at("/meta/next_member_key").asString();
        JsonNode second = api.get(members, "limit", 2, "next_member_key", next)
                .mustBe(200)
                .body();
        assertThat(ids(second)).containsExactly(fans.get(4), fans.getFirst());
        assertThat(second.at("/meta").has("next_member_key")).isFalse();
        assertThat(second.at("/data/1/display_name").asString()).isEqualTo("annie");
        assertThat(second.at("/data/0/display_name").isNull()).isTrue();
        assertThat(api.get(MANAGED + "/" + rovers)
                        .mustBe(200)
                        .body()
                        .get("member_count")
                        .asLong())
                .isEqualTo(4);
    }

    @Test
    void a_removed_business_and_one_of_another_account_are_unknown() {
        long rovers = api.business("Rovers");
        Api stranger = encore().newAccount();
        assertThat(api.delete(MANAGED + "/" + api.business("City")).mustBe(200).text())
                .isEqualTo("true");
        stranger.get(ALL + "/" + rovers).mustBe(404);
        for (String path : List.of("/" + rovers, "/" + rovers + "/members")) {
            stranger.get(MANAGED + path).mustBe(404);
        }
        stranger.post(MANAGED + "/" + rovers, "business_name", "Ours").mustBe(404);
        stranger.delete(MANAGED + "/" + rovers).mustBe(404);
        assertThat(api.delete(MANAGED + "/" + rovers).mustBe(200).text()).isEqualTo("true");
        api.get(ALL + "/" + rovers).mustBe(404);
        api.get(MANAGED + "/" + rovers).mustBe(404);
        api.post(MANAGED + "/" + rovers, "business_name", "Again").mustBe(404);
        api.delete(MANAGED + "/" + rovers).mustBe(404);
        assertThat(api.get(ALL).mustBe(200).text()).isEqualTo("[]");
    }

    private long fan(String name, Object... more) {
        Object[] form = new Object[more.length + 2];
        form[0] = "email";
        form[1] = name + "@x.example";
        System.arraycopy(more, 0, form, 2, more.length);
        return api.post(FANS, form).mustBe(200).body().get("fan_id").asLong();
    }

    private List<Long> members(long business) {
        return ids(api.get(MANAGED + "/" + business + "/members").mustBe(200).body());
    }

    private static List<Long> ids(JsonNode page) {
        return page.get("data")
                .valueStream()
                .map(row -> row.get("fan_id").asLong())
                .toList();
    }

    private static void refused(Answer answer, String field) {
        assertThat(answer.mustBe(400).body().at("/errors/0/field").asString()).isEqualTo(field);
    }
}
