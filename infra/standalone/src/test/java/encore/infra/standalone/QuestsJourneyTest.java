package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestQuery.FindQuests;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Staff makes quests of each type, changes and deletes them, and careless callers try what they must not. */
class QuestsJourneyTest extends Journey {

    private static final String MANAGED = "/api/v1/manage/quests";
    private static final String CAMPAIGNS = "/api/v1/crm/campaigns";

    @Test
    void quests_of_each_type_are_listed_changed_and_deleted() {
        long club = api.business("Club");
        String all = quests(club);
        String show = api.made(
                "/api/v1/ent/performances",
                "performance_uid",
                "performance_name",
                "Gala",
                "performance_date",
                "2030-05-01");
        long picks = api.campaign("Picks", "quickpicks");
        api.postJson("/api/v1/manage/apps/" + picks + "/quiz_questions", """
                        {"question": "Who wins?", "options": ["Reds", "Blues"], "right_answers": [1]}""").mustBe(200);
        long scan = create(
                all,
                "quest_title",
                "Gate",
                "quest_type",
                "scan",
                "performance_uid",
                show,
                "site_name",
                "Arena",
                "scan_group_names",
                "North",
                "fan_points_reward",
                77);
        long quick = create(all, "quest_title", "Guess", "quest_type", "quickpicks", "target_page_tab_id", picks);
        long tier = create(
                all,
                "quest_title",
                "Golden",
                "quest_type",
                "custom",
                "access_restriction_type",
                "point_tier",
                "point_tier_uid",
                tierOf("discs"),
                "reward_type",
                "fan_points",
                "fan_points_reward",
                50);
        long last = create(
                all,
                "quest_title",
                "Last",
                "quest_type",
                "wristband",
                "performance_uid",
                show,
                "access_restriction_type",
                "quests",
                "required_page_tab_ids",
                scan);

        assertThat(numbers(page().get(all))).containsExactly(scan, quick, tier, last);
        assertThat(numbers(page().get(all, "performance_uid", show))).containsExactly(scan, last);
        JsonNode gate = api.get(MANAGED + "/" + scan).mustBe(200).body();
        assertThat(gate.get("fan_points_reward").isNull()).isTrue();
        assertThat(gate.get("status").asString()).isEqualTo("active");
        assertThat(gate.get("status_message").asString()).contains("No scan counts");
        JsonNode question = api.get(MANAGED + "/" + quick).body().at("/quiz_questions/0");
        assertThat(question.get("question").asString()).isEqualTo("Who wins?");
        assertThat(question.has("right_answers")).isFalse();
        assertThat(api.get(MANAGED + "/" + tier).body().get("fan_points_reward").asLong())
                .isEqualTo(50);

        String before = Objects.requireNonNull(api.post(MANAGED + "/" + last, "order_idx", 0, "is_disabled", true)
                .mustBe(200)
                .header("Encore-Position"));
        assertThat(numbers(page().get(all))).containsExactly(last, scan, quick, tier);
        assertThat(numbers(api.get(MANAGED, "business_id", club, "status", "disabled")))
                .containsExactly(last);
        api.delete(all + "/" + scan).mustBe(200);
        assertThat(api.get(MANAGED + "/" + last).body().get("status_message").asString())
                .contains("the required quest " + scan + " was deleted");
        api.get(MANAGED + "/" + scan).mustBe(404);
        api.delete(all + "/" + scan).mustBe(404);
        assertThat(numbers(api.get(MANAGED, "business_id", club, "as_of", "position:" + before)))
                .containsExactly(last, scan, quick, tier);
        assertThat(numbers(api.get(MANAGED))).containsExactly(quick, tier, last);

        api.delete("/api/v1/manage/businesses/" + club).mustBe(200);
        page().get(all).mustBe(404);
        api.post(MANAGED + "/" + last, "quest_title", "Again").mustBe(404);
        assertThat(numbers(api.get(MANAGED))).isEmpty();
    }

    @Test
    void a_link_is_followed_as_long_as_its_quest_exists() throws Exception {
        String all = quests(api.business("Club"));
        long link = create(all, "quest_title", "Shop", "quest_type", "link_url", "link_url", "https://x.example/a?b=c");
        JsonNode row = page().get(all).mustBe(200).body().get(0);
        assertThat(row.get("link_url").asString()).isEqualTo("https://x.example/a?b=c");
        String path = "/t/" + trackerKey(link);
        Api anybody = new Api(api.url(), Map.of());
        Api.Answer led = anybody.get(path).mustBe(302);
        assertThat(led.header("Location")).isEqualTo("https://x.example/a?b=c");
        assertThat(led.header("Cache-Control")).isEqualTo("no-store");
        api.post(MANAGED + "/" + link, "link_url", "https://x.example/new").mustBe(200);
        anybody.get("/t/nobody123").mustBe(404);
        api.delete(all + "/" + link).mustBe(200);
        for (int tries = 0; tries < 100 && anybody.get(path).status() != 404; tries++) {
            Thread.sleep(50);
        }
        anybody.get(path).mustBe(404);
    }

    /** Returns the key of the tracker of a quest, which the server shows only if it knows its own address. */
    private String trackerKey(long quest) {
        RunningEncore.assumeOneProcess("the query is asked in the process of the server");
        long account =
                api.get(CAMPAIGNS).mustBe(200).body().get(0).get("account_id").asLong();
        List<Quest> found = Objects.requireNonNull(encore().bean(Backend.class)
                .ask(
                        new Caller(account, "key:test", RequestContext.defaults()),
                        new FindQuests(account, List.of(quest)))
                .block());
        return Objects.requireNonNull(found.getFirst().tracker()).trackerKey();
    }

    @Test
    void a_quest_is_found_among_campaigns_and_nowhere_else_below_apps() {
        long club = api.business("Club");
        long campaign = api.campaign("Dance night", "signup");
        long quest = create(quests(club), "quest_title", "Dance at the gate", "quest_type", "custom");
        assertThat(numbers(api.get(CAMPAIGNS, "q", "dance"))).containsExactly(campaign, quest);
        JsonNode row = api.get(CAMPAIGNS, "q", "gate").mustBe(200).body().get(0);
        assertThat(row.get("app_type").asString()).isEqualTo("quest");
        assertThat(row.get("timezone").asString()).isEqualTo("UTC");
        assertThat(row.get("is_active").booleanValue()).isTrue();
        for (String path : List.of("", "/props", "/total_points", "/activities")) {
            assertThat(api.get("/api/v1/apps/" + quest + path).status())
                    .as(path)
                    .isEqualTo(404);
        }
        api.get("/api/v1/manage/apps/" + quest).mustBe(404);

        long fan = api.fan("ann@x.example");
        api.post(
                        "/api/v1/ent/fan_points",
                        "fan_id",
                        fan,
                        "point_uid",
                        api.pointType("discs"),
                        "point_count",
                        5,
                        "page_tab_id",
                        quest)
                .mustBe(200);
        refused(page().post("/api/v1/sessions/signup", "email", "bob@x.example", "page_tab_id", quest), "page_tab_id");
        refused(
                api.post("/api/v1/manage/apps", "name", "Bundle", "app_type", "bundle", "bundled_page_tab_ids", quest),
                "bundled_page_tab_ids");
        refused(api.post("/api/v1/manage/apps", "name", "Q", "app_type", "quest"), "app_type");
        refused(
                api.post(quests(club), "quest_title", "A", "quest_type", "campaign", "target_page_tab_id", quest),
                "target_page_tab_id");
    }

    @Test
    void a_fan_cannot_take_a_tag_that_opens_a_quest() {
        String all = quests(api.business("Club"));
        long quest = create(
                all,
                "quest_title",
                "VIP",
                "quest_type",
                "custom",
                "access_restriction_type",
                "tag",
                "tag_name",
                "Gold VIP");
        String signup = "/api/v1/sessions/signup";
        refused(page().post(signup, "email", "ann@x.example", "tag_name", "gold vip"), "tag_name");
        api.post(MANAGED + "/" + quest, "tag_name", "Platinum").mustBe(200);
        refused(page().post(signup, "email", "ann@x.example", "tag_name", "PLATINUM"), "tag_name");
        refused(page().post(signup, "email", "ann@x.example", "tag_names", "late,platinum"), "tag_names");
        page().post(signup, "email", "ann@x.example", "tag_name", "gold vip").mustBe(200);
        api.delete(all + "/" + quest).mustBe(200);
        page().post(signup, "email", "ann@x.example", "tag_name", "Platinum").mustBe(200);
    }

    @Test
    void wrong_values_change_nothing() {
        long club = api.business("Club");
        String all = quests(club);
        refused(api.post(all, "quest_title", "A", "quest_type", "scan"), "performance_uid");
        refused(
                api.post(all, "quest_title", "A", "quest_type", "custom", "access_restriction_type", "tag"),
                "tag_name");
        refused(api.post(all, "quest_title", "A", "quest_type", "custom", "idol_uid", "nobody"), "idol_uid");
        refused(
                api.post(
                        all,
                        "quest_title",
                        "A",
                        "quest_type",
                        "custom",
                        "access_restriction_type",
                        "tag",
                        "tag_name",
                        "vip",
                        "reward_type",
                        "fan_points"),
                "fan_points_reward");
        refused(
                api.post(
                        all,
                        "quest_title",
                        "A",
                        "quest_type",
                        "custom",
                        "access_restriction_type",
                        "quests",
                        "required_page_tab_ids",
                        17),
                "required_page_tab_ids");
        refused(
                api.post(
                        all,
                        "quest_title",
                        "A",
                        "quest_type",
                        "custom",
                        "start_date",
                        "2026-05-02",
                        "end_date",
                        "2026-05-01"),
                "end_date");
        api.post(quests(club + 1), "quest_title", "A", "quest_type", "custom").mustBe(404);
        assertThat(numbers(api.get(all))).isEmpty();
        page().post("/api/v1/sessions/signup", "email", "ann@x.example", "tag_name", "vip")
                .mustBe(200);
    }

    @Test
    void many_are_made_at_once() throws Exception {
        String all = quests(api.business("Club"));
        together(IntStream.range(0, 30)
                .<Callable<Long>>mapToObj(i -> () -> create(all, "quest_title", "Q" + i, "quest_type", "custom"))
                .toList());
        assertThat(numbers(api.get(all))).hasSize(30).doesNotHaveDuplicates();
    }

    private String tierOf(String points) {
        return api.made(
                "/api/v1/crm/points/" + api.pointType(points) + "/point_tiers",
                "point_tier_uid",
                "tier_name",
                "Gold",
                "min_points",
                100);
    }

    private static String quests(long business) {
        return "/api/v1/ent/businesses/" + business + "/quests";
    }

    private long create(String path, Object... form) {
        return api.post(path, form).mustBe(200).body().get("page_tab_id").asLong();
    }

    /** The key alone, as in a browser. */
    private Api page() {
        return FanSessions.app(api);
    }

    private static List<Long> numbers(Api.Answer answer) {
        return answer.mustBe(200)
                .body()
                .valueStream()
                .map(row -> row.get("page_tab_id").asLong())
                .toList();
    }

    private static void refused(Api.Answer answer, String field) {
        assertThat(answer.mustBe(400).body().at("/errors/0/field").asString()).isEqualTo(field);
    }
}
