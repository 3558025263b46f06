package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Deeds of fans complete quests, and their points unlock rewards: nobody calls for either. */
class RulesJourneyTest extends Journey {

    private long rovers;
    private String quests;
    private long ada;

    @BeforeEach
    void a_business() {
        rovers = api.business("Rovers");
        api.post("/api/v1/manage/businesses/" + rovers, "point_uid", api.pointType("discs"))
                .mustBe(200);
        quests = "/api/v1/ent/businesses/" + rovers + "/quests";
        ada = api.fan("ada@fans.example");
    }

    @Test
    void an_entry_gives_points_and_a_login_that_comes_last_gives_the_reward() {
        long picks = api.campaign("Picks", "quickpicks");
        long quest = quest("quest_title", "Pick", "quest_type", "quickpicks", "target_page_tab_id", picks);
        String cap = reward("reward_title", "Cap", "requirement_type", "fan_points", "fan_points_required", 10);
        api.post("/api/v1/manage/apps/" + picks + "/entries", "fan_id", ada).mustBe(200);
        soon(() -> assertThat(isComplete(quest)).isTrue());
        soon(() -> assertThat(api.get("/api/v1/manage/fans/" + ada + "/balances")
                        .mustBe(200)
                        .body()
                        .at("/0/balance")
                        .asLong())
                .isEqualTo(10));
        assertThat(won()).isEmpty();
        FanSessions.logIn(api, ada, rovers);
        soon(() -> assertThat(won()).containsExactly(cap));

        String later = reward(
                "reward_title",
                "Scarf",
                "requirement_type",
                "quests",
                "required_page_tab_ids",
                quest,
                "winner_selection_model",
                "first",
                "reward_limit",
                1);
        soon(() -> assertThat(won()).containsExactlyInAnyOrder(cap, later));
    }

    @Test
    void a_scan_before_its_wristband_its_link_and_its_quest_counts() {
        String show = api.made(
                "/api/v1/ent/performances",
                "performance_uid",
                "performance_name",
                "Show",
                "performance_date",
                "2026-05-01");
        String event = api.made(
                "/api/v1/crm/tickets/events",
                "event_uid",
                "network",
                "door",
                "event_key",
                "e1",
                "event_name",
                "Show",
                "event_date",
                "2026-05-01",
                "venue_name",
                "Arena");
        api.postJson("/api/v1/manage/scans", """
                        {"scans": [{"network": "door", "source_key": "s1", "is_success": true, "lookup_id": "band-1",
                         "event_key": "e1", "fgt_site_name": "Arena", "scan_group_name": "Gate",
                         "scan_timestamp": "2026-05-01 20:00:00"}]}""").mustBe(200);
        long quest = quest(
                "quest_title",
                "Scan",
                "quest_type",
                "scan",
                "performance_uid",
                show,
                "site_name",
                "Arena",
                "scan_group_names",
                "Gate",
                "scan_min_timestamp",
                "2026-05-01T20:00:00Z",
                "scan_max_timestamp",
                "2026-05-01T20:00:00Z");
        long band = quest("quest_title", "Wear", "quest_type", "custom");
        api.post(quests + "/" + band + "/fans/" + ada + "/complete", "lookup_id", "band-1")
                .mustBe(200);
        assertThat(isComplete(quest)).isFalse();
        api.post("/api/v1/manage/ticket_events/" + event, "performance_uid", show)
                .mustBe(200);
        soon(() -> assertThat(isComplete(quest)).isTrue());
    }

    private long quest(Object... form) {
        Object[] all = Stream.concat(Stream.of("reward_type", "fan_points", "fan_points_reward", 10), Stream.of(form))
                .toArray();
        return api.post(quests, all).mustBe(200).body().get("page_tab_id").asLong();
    }

    private String reward(Object... form) {
        Object[] all = Stream.concat(Stream.of("reward_type", "badge"), Stream.of(form))
                .toArray();
        return api.post("/api/v1/ent/businesses/" + rovers + "/rewards", all)
                .mustBe(200)
                .body()
                .get("reward_uid")
                .asString();
    }

    private boolean isComplete(long quest) {
        return api.get(quests + "/fans/" + ada + "/complete")
                .mustBe(200)
                .body()
                .get(String.valueOf(quest))
                .asBoolean();
    }

    private List<String> won() {
        return api.get("/api/v1/ent/businesses/" + rovers + "/fans/" + ada + "/rewards")
                .mustBe(200)
                .body()
                .valueStream()
                .map(row -> row.get("reward_uid").asString())
                .toList();
    }

    private static void soon(ThrowingRunnable holds) {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(holds);
    }
}
