package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.Api.Answer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A customer's server keeps its fans: adds, finds, changes, follows and erases them. */
class FansJourneyTest extends Journey {

    private static final String FANS = "/api/v1/crm/fans";

    @Test
    void a_place_is_a_short_text() {
        long fan = api.fan("placed@fans.example");
        for (String place : new String[] {"city", "province", "postal_code"}) {
            assertThat(api.post("/api/v1/crm/fans/" + fan, "country_code", "DE", place, "x".repeat(256))
                            .mustBe(400)
                            .body()
                            .at("/errors/0/field")
                            .asString())
                    .isEqualTo(place);
            api.post("/api/v1/crm/fans/" + fan, "country_code", "DE", place, "x".repeat(255))
                    .mustBe(200);
        }
    }

    @Test
    void a_fan_is_seen_at_once_as_it_was_added_and_changed() {
        long club = api.business("Club");
        long fan =
                add("email", "Ann@X.example", "first_name", "Ann", "is_subscribed", "true", "business_" + club, "on");
        JsonNode read = read(fan);
        assertThat(read.get("email").asString()).isEqualTo("ann@x.example");
        assertThat(read.get("name").asString()).isEqualTo("Ann");
        assertThat(read.get("is_subscribed").booleanValue()).isTrue();
        assertThat(read.get("opted_in_business_ids")).hasToString("[" + club + "]");
        assertThat(read.get("connected_fans")).hasToString("[]");
        assertThat(read.get("identifiers")).hasToString("[]");
        assertThat(read.get("has_password").booleanValue()).isFalse();

        api.post(FANS + "/" + fan, "phone", "202 555 0101", "last_name", "Bell", "password", "secret")
                .mustBe(200);
        api.post("/api/v1/manage/fans/" + fan, "rating", 5, "props", "{\"size\": \"L\"}")
                .mustBe(200);
        api.post(FANS + "/" + fan + "/identifiers", "network", "shop", "identifier_value", "c-1")
                .mustBe(200);

        read = read(fan);
        assertThat(read.get("phone").asString()).isEqualTo("+12025550101");
        assertThat(read.get("name").asString()).isEqualTo("Ann Bell");
        assertThat(read.get("has_password").booleanValue()).isTrue();
        assertThat(read.get("rating").intValue()).isEqualTo(5);
        assertThat(read.get("props")).hasToString("{\"size\":\"L\"}");
        assertThat(read.get("identifiers")).hasToString("[{\"network\":\"shop\",\"identifier_value\":\"c-1\"}]");
    }

    @Test
    void wrong_values_of_a_fan_are_corrected_and_cleared() {
        long ann = add("email", "ann@x.example", "latitude", "1", "longitude", "2", "birth_date", "1999-01-01");
        String one = FANS + "/" + ann;
        api.post(one, "latitude", "42.5", "longitude", "-71", "fan_source", "club")
                .mustBe(200);
        api.post("/api/v1/manage/fans/" + ann, "birth_date", "1989-01-01", "rating", "5")
                .mustBe(200);
        JsonNode right = api.get(one).mustBe(200).body();
        assertThat(right.at("/latitude").doubleValue()).isEqualTo(42.5);
        assertThat(right.at("/fan_source").asString()).isEqualTo("club");
        assertThat(right.at("/birth_date").asString()).isEqualTo("1989-01-01");
        assertThat(right.at("/rating").intValue()).isEqualTo(5);
        api.post(one, "latitude", "", "longitude", "", "birth_date", "").mustBe(200);
        api.postJson("/api/v1/manage/fans/" + ann, "{\"rating\": null, \"fan_source\": null}")
                .mustBe(200);
        JsonNode bare = api.get(one).mustBe(200).body();
        for (String cleared : List.of("latitude", "longitude", "birth_date", "rating", "fan_source")) {
            assertThat(bare.get(cleared).isNull()).as(cleared).isTrue();
        }
        assertThat(bare.at("/email").asString()).isEqualTo("ann@x.example");
    }

    @Test
    void known_contacts_lead_to_their_fan() {
        long ann = add("email", "ann@x.example");
        long bob = add("phone", "+12025550102");
        assertThat(add("email", " ANN@x.example", "phone", "+12025550102")).isEqualTo(ann);
        assertThat(read(ann).get("phone").isNull()).isTrue();
        assertThat(add("email", "bob@x.example", "phone", "+1 (202) 555-0102")).isEqualTo(bob);
        assertThat(read(bob).get("email").asString()).isEqualTo("bob@x.example");
        long third = add("email", "third@x.example", "phone", "+12025550102");
        assertThat(third).isNotIn(ann, bob);
        assertThat(read(third).get("phone").isNull()).isTrue();
        assertThat(api.post(FANS + "/" + ann, "phone", "+12025550102")
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field"))
                .hasToString("\"phone\"");
    }

    @Test
    void adding_the_same_again_changes_nothing() {
        long fan = add("email", "ann@x.example", "first_name", "Ann", "is_subscribed", "true");
        String key = updates("").at("/meta/max_fan_time_key").asString();
        assertThat(add("email", "ann@x.example", "first_name", "Ann", "is_subscribed", "true"))
                .isEqualTo(fan);
        JsonNode none = updates(key);
        assertThat(none.at("/meta/count").intValue()).isZero();
        assertThat(none.at("/meta/max_fan_time_key").asString()).isEqualTo(key);
    }

    @Test
    void a_contact_that_many_add_at_once_makes_one_fan() throws Exception {
        try (var clients = Executors.newFixedThreadPool(16)) {
            for (int round = 0; round < 10; round++) {
                String email = "race" + round + "@x.example";
                String phone = "+1202555%04d".formatted(round);
                List<Future<Long>> byEmail = new ArrayList<>();
                List<Future<Answer>> others = new ArrayList<>();
                long other = add("email", "other" + round + "@x.example");
                for (int i = 0; i < 12; i++) {
                    byEmail.add(clients.submit(() -> add("email", email)));
                    others.add(clients.submit(() -> api.post(FANS, "phone", phone)));
                    others.add(clients.submit(() -> api.post(FANS + "/" + other, "phone", phone)));
                }
                Set<Long> fans = new LinkedHashSet<>();
                for (Future<Long> answer : byEmail) {
                    fans.add(answer.get());
                }
                assertThat(fans).hasSize(1);
                for (Future<Answer> answer : others) {
                    assertThat(answer.get().status()).isIn(200, 400, 409);
                }
                assertThat(found("name", phone)).hasSize(1);
                assertThat(found("name", email)).containsExactlyElementsOf(fans);
            }
        }
    }

    @Test
    void a_search_is_paged_and_steady_while_fans_come() {
        Set<Long> before = new LinkedHashSet<>();
        for (int i = 0; i < 25; i++) {
            before.add(add("email", "fan" + i + "@x.example", "fan_source", i % 5 == 0 ? "club" : "web"));
        }
        assertThat(found("fan_source", "club")).hasSize(5);
        List<Long> walked = new ArrayList<>();
        JsonNode page = api.get(FANS, "limit", 10).mustBe(200).body();
        while (true) {
            page.get("data").forEach(row -> walked.add(row.get("fan_id").longValue()));
            JsonNode searchUid = page.at("/meta/search_uid");
            if (searchUid.isMissingNode()) {
                break;
            }
            add("email", "late" + walked.size() + "@x.example");
            page = api.get(FANS, "search_uid", searchUid.asString(), "limit", 10)
                    .mustBe(200)
                    .body();
        }
        assertThat(walked).containsExactlyElementsOf(before.stream().sorted().toList());
        assertThat(api.get(FANS, "max_count", 7, "limit", 5).mustBe(200).body().get("data"))
                .hasSize(5);
    }

    /** Each criterion of what people do, seen at once and by page, and again when it was taken back. */
    @Test
    void fans_are_found_by_what_they_do() {
        long ann = add("email", "ann@x.example", "first_name", "Ann", "fan_source", "club");
        long bob = add("email", "bob@x.example", "first_name", "Bob", "fan_source", "club");
        api.post(FANS + "/" + ann + "/identifiers", "network", "shop", "identifier_value", "c-1")
                .mustBe(200);
        api.post(FANS + "/" + bob + "/activities", "campaign_title", "Doors").mustBe(200);
        assertThat(found("fan_networks", "shop", "fan_source", "club")).containsExactly(ann);
        assertThat(found("crm_active_days", "1")).containsExactly(bob);
        assertThat(found("crm_inactive_days", "1")).containsExactly(ann);
        assertThat(found("crm_start_active_date", "2025-01-01")).containsExactly(bob);
        assertThat(found("crm_end_active_date", "2025-01-01")).isEmpty();
        assertThat(found("name", "ann", "crm_inactive_days", "9")).containsExactly(ann);
        add("email", "ann@x.example", "tag_VIP", "true");
        assertThat(found("fan_tags", "vip", "fan_source", "club")).containsExactly(ann);
        add("email", "ann@x.example", "tag_vip", "false");
        assertThat(found("fan_tags", "vip")).isEmpty();
        JsonNode row = api.get(FANS, "name", "bob", "include_recent_entry", "true")
                .mustBe(200)
                .body()
                .at("/data/0");
        assertThat(row.get("last_campaign_name").asString()).isEqualTo("Doors");
        api.delete(FANS + "/" + ann + "/identifiers", "network", "shop", "identifier_value", "c-1")
                .mustBe(200);
        api.delete(FANS + "/" + bob).mustBe(200);
        assertThat(found("fan_networks", "shop")).isEmpty();
        assertThat(found("crm_active_days", "1")).isEmpty();
        assertThat(found("crm_inactive_days", "1")).containsExactly(ann);
    }

    @Test
    void a_mirror_that_follows_updates_while_many_write_misses_nobody() throws Exception {
        Set<Long> added = new LinkedHashSet<>();
        Set<Long> mirrored = new LinkedHashSet<>();
        String key = "";
        try (var clients = Executors.newFixedThreadPool(8)) {
            List<Future<Long>> writes = IntStream.range(0, 400)
                    .mapToObj(i -> clients.submit(() -> add("email", "m" + i + "@x.example")))
                    .toList();
            while (!writes.stream().allMatch(Future::isDone)) {
                key = follow(key, mirrored);
            }
            for (Future<Long> write : writes) {
                added.add(write.get());
            }
        }
        follow(key, mirrored);
        assertThat(mirrored).containsExactlyInAnyOrderElementsOf(added);
    }

    @Test
    void an_unknown_fan_is_a_404_and_one_of_another_account_too() {
        long fan = add("email", "ann@x.example");
        Api stranger = encore().newAccount();
        stranger.get(FANS + "/" + fan).mustBe(404);
        stranger.post(FANS + "/" + fan, "first_name", "Eve").mustBe(404);
        stranger.delete(FANS + "/" + fan).mustBe(404);
        stranger.post("/api/v1/manage/fans/" + fan, "rating", 1).mustBe(404);
        api.delete(FANS + "/1").mustBe(404);
        assertThat(read(fan).get("first_name").isNull()).isTrue();
    }

    @Test
    void a_display_name_that_is_taken_is_altered() {
        add("email", "ann@x.example", "display_name", "annie");
        assertThat(api.post("/api/v1/ent/check_display_name", "display_name", "Annie")
                        .mustBe(200)
                        .text())
                .isEqualTo("{\"display_name\":\"Annie2\"}");
        api.post("/api/v1/ent/check_display_name", "display_name", "<>").mustBe(400);
    }

    @Test
    void an_erased_fan_is_gone_and_its_contacts_are_free() {
        long fan = add("email", "ann@x.example", "phone", "+12025550101");
        api.post(FANS + "/" + fan + "/identifiers", "network", "shop", "identifier_value", "c-1")
                .mustBe(200);
        assertThat(api.delete(FANS + "/" + fan).mustBe(200).text()).isEqualTo("true");
        api.get(FANS + "/" + fan).mustBe(404);
        api.post(FANS + "/" + fan, "first_name", "Eve").mustBe(404);
        api.delete(FANS + "/" + fan).mustBe(404);
        assertThat(found("name", "ann")).isEmpty();
        assertThat(updates("").get("data")).isEmpty();
        long again = add("email", "ann@x.example", "phone", "+12025550101");
        assertThat(again).isNotEqualTo(fan);
        api.post(FANS + "/" + again + "/identifiers", "network", "shop", "identifier_value", "c-1")
                .mustBe(200);
    }

    @Test
    void an_idempotency_key_adds_once_even_without_a_contact_in_common() {
        Api keyed = api.with("Idempotency-Key", "k-1");
        String first = keyed.post(FANS, "email", "ann@x.example").mustBe(200).text();
        assertThat(keyed.post(FANS, "email", "ann@x.example").mustBe(200).text())
                .isEqualTo(first);
        keyed.post(FANS, "email", "bob@x.example").mustBe(400);
        assertThat(found("name", "bob")).isEmpty();
    }

    private String follow(String key, Set<Long> mirrored) {
        JsonNode page = updates(key);
        page.get("data").forEach(row -> mirrored.add(row.get("fan_id").longValue()));
        return page.at("/meta/max_fan_time_key").asString("");
    }

    private JsonNode updates(String key) {
        return api.get("/api/v1/crm/fan_updates", "min_time_key", key)
                .mustBe(200)
                .body();
    }

    private List<Long> found(Object... query) {
        List<Long> fans = new ArrayList<>();
        api.get(FANS, query)
                .mustBe(200)
                .body()
                .get("data")
                .forEach(row -> fans.add(row.get("fan_id").longValue()));
        return fans;
    }

    private JsonNode read(long fan) {
        return api.get(FANS + "/" + fan).mustBe(200).body();
    }

    private long add(Object... form) {
        return api.post(FANS, form).mustBe(200).body().get("fan_id").longValue();
    }
}
