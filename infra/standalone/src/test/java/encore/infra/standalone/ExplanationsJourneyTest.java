package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Staff ask why a fan has a quest or a reward, what is missing, and who would get one that does not exist. */
class ExplanationsJourneyTest extends Journey {

    private static final String MANAGE = "/api/v1/manage";

    private String discs;
    private long rovers;
    private long campaign;
    private long ada;
    private long bob;

    @BeforeEach
    void a_business_with_points_a_campaign_and_two_fans() {
        discs = api.pointType("discs");
        rovers = api.business("Rovers");
        api.post(MANAGE + "/businesses/" + rovers, "point_uid", discs).mustBe(200);
        campaign = api.made(
                        MANAGE + "/apps", "page_tab_id", "name", "Door", "app_type", "signup", "business_id", rovers)
                .transform(Long::parseLong);
        ada = api.fan("ada@fans.example");
        bob = api.fan("bob@fans.example");
    }

    @Test
    void a_reward_is_explained_by_its_causes_and_each_is_provable() {
        FanSessions.logIn(api, ada, rovers);
        enter(ada);
        award(ada, 60);
        String cap = reward("A cap", 50);
        JsonNode explained = soon(MANAGE + "/rewards/" + cap + "/fans/" + ada + "/explain");
        assertThat(explained.at("/gift/given_by").asString()).isEqualTo("rule");
        JsonNode before = api.get(
                        MANAGE + "/rewards/" + cap + "/fans/" + ada + "/explain",
                        "as_of",
                        explained.at("/rule/position").asLong())
                .mustBe(200)
                .body();
        assertThat(before.get("status").asString()).isEqualTo("met_not_yet_given");
        assertThat(before.get("met_position")).isEqualTo(explained.at("/rule/position"));
        assertThat(explained.at("/gift/number").asLong()).isEqualTo(1);
        assertThat(explained.at("/rule/requirement/points_required").asLong()).isEqualTo(50);
        List<String> parts = new ArrayList<>();
        for (JsonNode cause : explained.get("causes")) {
            parts.add(cause.get("part").asString());
            mustBeProvable(cause.get("position").asLong(), cause.get("stream").asString());
        }
        assertThat(parts).containsExactlyInAnyOrder("login", "activity", "requirement");
        mustBeProvable(explained.at("/gift/position").asLong(), "reward.");
        mustBeProvable(explained.at("/rule/position").asLong(), "reward.");

        award(bob, 20);
        enter(bob);
        JsonNode missing = explain("/rewards/" + cap + "/fans/" + bob);
        assertThat(missing.get("is_given").asBoolean()).isFalse();
        assertThat(missing.get("gift").isNull()).isTrue();
        assertThat(state(missing, "requirement")).isEqualTo("false The fan has 20 points of 50.");
        assertThat(state(missing, "login")).startsWith("false");
        assertThat(state(missing, "activity")).startsWith("true");
        assertThat(state(missing, "active")).startsWith("true");
        assertThat(before.get("is_given").asBoolean()).isFalse();
        api.get(MANAGE + "/rewards/none/fans/" + ada + "/explain").mustBe(404);
        api.get(MANAGE + "/rewards/" + cap + "/fans/1/explain").mustBe(404);
    }

    @Test
    void gifts_of_staff_are_explained_with_the_key() {
        String cap = reward("A cap", 50);
        api.post("/api/v1/ent/businesses/" + rovers + "/fans/" + ada + "/rewards", "reward_uid", cap)
                .mustBe(200);
        JsonNode byHand = explain("/rewards/" + cap + "/fans/" + ada);
        assertThat(byHand.at("/gift/given_by").asString()).isEqualTo("hand");
        assertThat(byHand.at("/gift/actor").asString()).startsWith("key:");
        assertThat(byHand.get("causes")).isEmpty();
        long shout = quest("quest_title", "Shout", "quest_type", "custom");
        api.post("/api/v1/ent/businesses/" + rovers + "/quests/" + shout + "/fans/" + ada + "/complete")
                .mustBe(200);
        JsonNode byCall = explain("/quests/" + shout + "/fans/" + ada);
        assertThat(byCall.at("/gift/given_by").asString()).isEqualTo("call");
        assertThat(byCall.at("/gift/actor").asString()).startsWith("key:");
        assertThat(state(explain("/quests/" + shout + "/fans/" + bob), "active"))
                .isEqualTo("false Calls alone complete a quest of this type.");
    }

    @Test
    void a_quest_is_simulated_then_made_and_explained() throws Exception {
        long start = enter(ada);
        enter(bob);
        Object[] form = {
            "business_id",
            rovers,
            "quest_title",
            "Enter",
            "quest_type",
            "campaign",
            "target_page_tab_id",
            campaign,
            "start_date",
            "2020-01-01",
            "reward_type",
            "fan_points",
            "fan_points_reward",
            10
        };
        long before = mark();
        List<JsonNode> lines = simulate("/quests", form);
        nothingIsRecordedSince(before);
        assertThat(lines).hasSize(3);
        assertThat(lines.getFirst().get("fan_id").asLong()).isEqualTo(ada);
        assertThat(lines.getFirst().at("/causes/0").asLong()).isEqualTo(start);
        assertThat(lines.getLast().get("fans").asLong()).isEqualTo(2);
        assertThat(lines.getLast().get("points").asLong()).isEqualTo(20);
        assertThat(lines.getLast().get("limit_reached_at").isNull()).isTrue();
        Object[] then =
                Stream.concat(Stream.of(form), Stream.of("as_of", start)).toArray();
        assertThat(simulate("/quests", then)).hasSize(2);

        long quest = quest(form);
        JsonNode explained = soon(MANAGE + "/quests/" + quest + "/fans/" + ada + "/explain");
        assertThat(explained.at("/gift/given_by").asString()).isEqualTo("rule");
        assertThat(explained.at("/causes/0/part").asString()).isEqualTo("deed");
        assertThat(explained.at("/causes/0/position").asLong()).isEqualTo(start);
        soon(MANAGE + "/quests/" + quest + "/fans/" + bob + "/explain");
        List<JsonNode> changed =
                simulate("/quests", "page_tab_id", quest, "access_restriction_type", "tag", "tag_name", "vip");
        assertThat(changed).hasSize(3);
        assertThat(changed.getFirst().get("change").asString()).isEqualTo("lost");
        assertThat(changed.getLast().get("fans").asLong()).isZero();
        assertThat(simulate("/quests", "page_tab_id", quest)
                        .getFirst()
                        .get("change")
                        .asString())
                .isEqualTo("kept");
    }

    @Test
    void a_campaign_quest_for_points_is_completed_by_a_fan_who_had_them_before() {
        award(ada, 20);
        award(bob, 5);
        Object[] form = {
            "quest_title",
            "Enter",
            "quest_type",
            "campaign",
            "target_page_tab_id",
            campaign,
            "access_restriction_type",
            "fan_points",
            "fan_points_required",
            10
        };
        long quest = quest(form);
        enter(ada);
        enter(bob);
        JsonNode explained = soon(MANAGE + "/quests/" + quest + "/fans/" + ada + "/explain");
        assertThat(explained.get("status").asString()).isEqualTo("given");
        JsonNode missing = explain("/quests/" + quest + "/fans/" + bob);
        assertThat(missing.get("status").asString()).isEqualTo("not_met");
        assertThat(missing.get("met_position").isNull()).isTrue();
        await().until(() -> api.get(MANAGE + "/automations")
                .mustBe(200)
                .body()
                .valueStream()
                .filter(each -> each.get("name").asString().equals("WhenDeedDoneThenCompleteQuest"))
                .allMatch(each -> each.get("backfill_position").isNull()));
    }

    @Test
    void bad_simulations_are_named_and_change_nothing() throws Exception {
        long before = mark();
        assertThat(field("/quests", "quest_title", "A", "quest_type", "custom")).isEqualTo("business_id");
        assertThat(field("/quests", "business_id", rovers, "quest_title", "A", "quest_type", "campaign"))
                .isEqualTo("target_page_tab_id");
        assertThat(field(
                        "/rewards",
                        "business_id",
                        rovers,
                        "reward_title",
                        "A",
                        "reward_type",
                        "badge",
                        "from",
                        99_999_999))
                .isEqualTo("from");
        assertThat(field(
                        "/rewards",
                        "business_id",
                        rovers,
                        "reward_title",
                        "A",
                        "reward_type",
                        "prize_code",
                        "prize_codes",
                        "a,b,a"))
                .isEqualTo("prize_codes");
        assertThat(field("/rewards", "reward_uid", "none")).isEqualTo("reward_uid");
        assertThat(field("/quests", "page_tab_id", 5)).isEqualTo("page_tab_id");
        nothingIsRecordedSince(before);
    }

    private String field(String of, Object... form) {
        return api.post(MANAGE + of + "/simulate", form)
                .mustBe(400)
                .body()
                .at("/errors/0/field")
                .asString();
    }

    /** Simulates as a client does: a node that works on another simulation is asked again. */
    private List<JsonNode> simulate(String of, Object... form) {
        return await().atMost(Duration.ofMinutes(1))
                .until(() -> api.post(MANAGE + of + "/simulate", form), answer -> answer.status() != 503)
                .mustBe(200)
                .text()
                .lines()
                .map(JsonMapper.shared()::readTree)
                .toList();
    }

    private JsonNode explain(String path) {
        return api.get(MANAGE + path + "/explain").mustBe(200).body();
    }

    private static String state(JsonNode explained, String part) {
        return explained
                .get("conditions")
                .valueStream()
                .filter(each -> each.get("part").asString().equals(part))
                .map(each -> each.get("is_met").asBoolean() + " "
                        + each.get("reason").asString())
                .findFirst()
                .orElse("");
    }

    private JsonNode soon(String path) {
        ThrowingRunnable isGiven = () -> assertThat(
                        api.get(path).mustBe(200).body().get("is_given").asBoolean())
                .isTrue();
        await().atMost(Duration.ofSeconds(60)).untilAsserted(isGiven);
        return api.get(path).mustBe(200).body();
    }

    private void mustBeProvable(long position, String stream) {
        JsonNode proof = api.get(MANAGE + "/audit/proof", "position", position)
                .mustBe(200)
                .body()
                .get("proof");
        assertThat(proof.at("/event/position").asLong()).isEqualTo(position);
        assertThat(proof.at("/event/stream").asString()).startsWith(stream);
    }

    private void award(long fan, long points) {
        api.post("/api/v1/ent/fan_points", "point_uid", discs, "fan_id", fan, "point_count", points)
                .mustBe(200);
    }

    /** Returns the position of an entry in the campaign. */
    private long enter(long fan) {
        return api.post("/api/v1/crm/fans/" + fan + "/activities", "campaign_title", "Door")
                .mustBe(200)
                .body()
                .get("activity_id")
                .asLong();
    }

    private String reward(String title, long points) {
        return api.post(
                        "/api/v1/ent/businesses/" + rovers + "/rewards",
                        "reward_title",
                        title,
                        "reward_type",
                        "badge",
                        "requirement_type",
                        "fan_points",
                        "fan_points_required",
                        points)
                .mustBe(200)
                .body()
                .get("reward_uid")
                .asString();
    }

    private long quest(Object... form) {
        return api.post("/api/v1/ent/businesses/" + rovers + "/quests", form)
                .mustBe(200)
                .body()
                .get("page_tab_id")
                .asLong();
    }
}
