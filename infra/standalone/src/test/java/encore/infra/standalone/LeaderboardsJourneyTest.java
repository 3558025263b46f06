package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a campaign's app tells of its fans' games: recorded once where that is wished, shown, and ranked. */
class LeaderboardsJourneyTest extends Journey {

    private static final String APPS = "/api/v1/manage/apps/";
    private static final String FEED = "/api/v1/crm/activities";
    private static final String FANS = "/api/v1/crm/fans/";

    @Test
    void the_best_game_of_each_fan_is_ranked_under_its_name_of_now() {
        long arcade = api.campaign("Pinball", "arcade");
        long ada = named("ada");
        long bob = named("bob");
        long eve = named("eve");
        enter(arcade, ada, "points", 50);
        enter(arcade, bob, "points", 70);
        enter(arcade, eve, "points", 70);
        enter(arcade, ada, "points", 70, "activity_duration_ms", 1);
        enter(arcade, bob, "points", 10);
        api.post(FANS + ada + "/activities", "campaign_title", "Pinball").mustBe(200);
        assertThat(ranked(arcade)).containsExactly("1 bob 70", "2 eve 70", "3 ada 70");
        JsonNode first = rows(arcade, "limit", 1).get(0);
        assertThat(first.get("fan_id").asLong()).isEqualTo(bob);
        assertThat(first.get("is_hidden").asBoolean()).isFalse();
        assertThat(first.get("activity_timestamp").isIntegralNumber()).isTrue();
        for (String column : List.of("balance", "activity_duration_ms", "correct_count")) {
            assertThat(first.get(column).isNull()).isTrue();
        }

        api.post(APPS + arcade + "/hidden_fans", "fan_id", bob).mustBe(200);
        assertThat(ranked(arcade)).containsExactly("1 eve 70", "2 ada 70");
        assertThat(ranked(arcade, "limit", 1)).containsExactly("1 eve 70");
        assertThat(ranked(arcade, "show_hidden", true)).containsExactly("1 bob 70 hidden", "2 eve 70", "3 ada 70");
        api.delete(APPS + arcade + "/hidden_fans/" + bob).mustBe(200);
        api.post(FANS + bob, "display_name", "robert").mustBe(200);
        assertThat(ranked(arcade, "limit", 1)).containsExactly("1 robert 70");
        api.delete(FANS + eve).mustBe(200);
        assertThat(ranked(arcade)).containsExactly("1 robert 70", "2 ada 70");
        api.delete(APPS + arcade).mustBe(200);
        api.get(board(arcade)).mustBe(404);
    }

    @Test
    void each_kind_compares_what_it_is_about() {
        long ada = named("ada");
        long bob = named("bob");
        long memory = api.campaign("Pairs", "memory_match");
        enter(memory, ada, "activity_duration_ms", 9_000, "points", 1_000);
        enter(memory, bob, "activity_duration_ms", 8_000);
        assertThat(column(memory, "activity_duration_ms")).containsExactly("bob=8000", "ada=9000");
        assertThat(column(memory, "points")).containsExactly("bob=null", "ada=null");
        String discs = api.pointType("discs");
        long business = api.business("Rovers");
        api.post("/api/v1/manage/businesses/" + business, "point_uid", discs).mustBe(200);
        long wager = api.post("/api/v1/manage/apps", "name", "Cup", "app_type", "wager", "business_id", business)
                .mustBe(200)
                .body()
                .get("page_tab_id")
                .asLong();
        award(ada, discs, 1_000, null);
        award(ada, discs, -40, wager);
        award(bob, discs, 30, wager);
        award(ada, discs, 100, wager);
        assertThat(column(wager, "points")).containsExactly("ada=60", "bob=30");
        assertThat(column(wager, "balance")).containsExactly("ada=1060", "bob=30");
        award(bob, api.pointType("tapes"), 500, wager);
        assertThat(column(wager, "points")).containsExactly("bob=530", "ada=60");
        assertThat(column(wager, "balance")).containsExactly("bob=30", "ada=1060");
        long ownerless = api.campaign("Bowl", "wager");
        award(bob, discs, 1, ownerless);
        assertThat(column(ownerless, "balance")).containsExactly("bob=0");

        api.get(board(api.campaign("Sign up", "signup"))).mustBe(400);
        api.get(board(wager), "limit", 1_001).mustBe(400);
        api.get(board(1)).mustBe(404);
        encore().newAccount().get(board(wager)).mustBe(404);
    }

    @Test
    void an_entry_is_shown_wherever_activities_are() {
        long quiz = api.campaign("Quiz", "trivia");
        api.post(APPS + quiz, "is_active", false, "end_timestamp", 1_000).mustBe(200);
        long ada = named("ada");
        JsonNode answer = api.postJson(APPS + quiz + "/entries", """
                        {"fan_id": %d, "points": 7, "correct_count": 3, "activity_duration_ms": 1500,
                         "details": {"level": {"of": [1, 2]}}, "device_type": "phone", "user_key": "u-1",
                         "ip_address": "10.0.0.1"}
                        """.formatted(ada))
                .mustBe(200)
                .body();
        assertThat(answer.get("fan_id").asLong()).isEqualTo(ada);
        long id = answer.get("activity_id").asLong();
        JsonNode row = api.get(FEED).mustBe(200).body().at("/data/0");
        assertThat(row.get("activity_id").asLong()).isEqualTo(id);
        assertThat(row.get("page_tab_id").asLong()).isEqualTo(quiz);
        assertThat(row.get("campaign_title").asString()).isEqualTo("Quiz");
        assertThat(row.get("details").toString()).isEqualTo("{\"level\":{\"of\":[1,2]}}");
        assertThat(row.get("user_key").asString()).isEqualTo("u-1");
        assertThat(row.get("ip_address").asString()).isEqualTo("10.0.0.1");
        assertThat(row.get("device_type").asString()).isEqualTo("phone");
        assertThat(row.get("activity_duration_ms").asLong()).isEqualTo(1_500);
        JsonNode props = api.get(FANS + ada + "/activities").mustBe(200).body().at("/0/props");
        assertThat(props).isEqualTo(row.get("details"));
        JsonNode entry = entries(quiz).get(0);
        assertThat(entry.get("points").asLong()).isEqualTo(7);
        assertThat(entry.get("correct_count").asLong()).isEqualTo(3);
        assertThat(entry.get("details")).isEqualTo(row.get("details"));
        long second = enter(quiz, ada);
        assertThat(entries(quiz)
                        .valueStream()
                        .map(each -> each.get("activity_id").asLong()))
                .containsExactly(id, second);
    }

    @Test
    void of_64_unique_entries_at_once_one_is_recorded() throws Exception {
        long quiz = api.campaign("Quiz", "trivia");
        long ada = api.fan("ada@fans.example");
        Callable<Api.Answer> call =
                () -> api.post(APPS + quiz + "/entries", "fan_id", ada, "points", 1, "is_unique_activity", true);
        List<Integer> statuses = new ArrayList<>();
        try (var clients = Executors.newFixedThreadPool(64)) {
            for (Future<Api.Answer> answer : clients.invokeAll(Collections.nCopies(64, call))) {
                statuses.add(answer.get().status());
                if (answer.get().status() != 200) {
                    refused(answer.get(), "is_unique_activity");
                }
            }
        }
        assertThat(statuses).containsOnlyOnce(200);
        assertThat(entries(quiz)).hasSize(1);
        enter(quiz, ada);
        long bob = api.fan("bob@fans.example");
        api.post(FANS + bob + "/activities", "campaign_title", "Quiz").mustBe(200);
        refused(api.post(APPS + quiz + "/entries", "fan_id", bob, "is_unique_activity", true), "is_unique_activity");
        assertThat(entries(quiz)).hasSize(3);
    }

    @Test
    void nothing_is_recorded_of_what_is_refused() {
        long quiz = api.campaign("Quiz", "trivia");
        long ada = api.fan("ada@fans.example");
        refused(api.post(APPS + quiz + "/entries", "fan_id", ada + 1), "fan_id");
        refused(api.post(APPS + quiz + "/entries", "fan_id", ada, "correct_count", -1), "correct_count");
        api.post(APPS + (quiz + 1) + "/entries", "fan_id", ada).mustBe(404);
        api.get(APPS + (quiz + 1) + "/entries").mustBe(404);
        encore().newAccount().post(APPS + quiz + "/entries", "fan_id", ada).mustBe(404);
        assertThat(entries(quiz)).isEmpty();
        assertThat(rows(quiz)).isEmpty();
    }

    private long named(String name) {
        long fan = api.fan(name + "@fans.example");
        api.post(FANS + fan, "display_name", name).mustBe(200);
        return fan;
    }

    private long enter(long campaign, long fan, Object... more) {
        List<Object> form = new ArrayList<>(List.of("fan_id", fan));
        form.addAll(List.of(more));
        return api.post(APPS + campaign + "/entries", form.toArray())
                .mustBe(200)
                .body()
                .get("activity_id")
                .asLong();
    }

    private void award(long fan, String points, long count, @Nullable Long campaign) {
        List<Object> form = new ArrayList<>(List.of("point_uid", points, "fan_id", fan, "point_count", count));
        if (campaign != null) {
            form.addAll(List.of("page_tab_id", campaign));
        }
        api.post("/api/v1/ent/fan_points", form.toArray()).mustBe(200);
    }

    private static String board(long campaign) {
        return FEED + "/" + campaign + "/leaderboard";
    }

    private JsonNode rows(long campaign, Object... query) {
        return api.get(board(campaign), query).mustBe(200).body();
    }

    private JsonNode entries(long campaign) {
        return api.get(APPS + campaign + "/entries").mustBe(200).body();
    }

    private List<String> ranked(long campaign, Object... query) {
        return rows(campaign, query)
                .valueStream()
                .map(row -> row.get("rank").asLong() + " "
                        + row.get("display_name").asString() + " "
                        + row.get("points").asLong() + (row.get("is_hidden").asBoolean() ? " hidden" : ""))
                .toList();
    }

    private List<String> column(long campaign, String column) {
        return rows(campaign)
                .valueStream()
                .map(row -> row.get("display_name").asString() + "=" + row.get(column))
                .toList();
    }

    private static void refused(Api.Answer answer, String field) {
        assertThat(answer.mustBe(400).body().at("/errors/0/field").asString()).isEqualTo(field);
    }
}
