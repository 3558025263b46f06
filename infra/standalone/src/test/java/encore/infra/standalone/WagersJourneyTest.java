package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Fans stake points on how a match ends, and are paid when it has. */
class WagersJourneyTest extends Journey {

    private static final String APPS = "/api/v1/manage/apps/";

    private String discs;
    private long cup;
    private long ada;
    private long bob;
    private String items;

    @BeforeEach
    void a_cup_of_a_business_with_points_of_its_own_and_two_fans() {
        discs = api.pointType("discs");
        long business = api.business("Rovers");
        api.post("/api/v1/manage/businesses/" + business, "point_uid", discs).mustBe(200);
        cup = api.post("/api/v1/manage/apps", "name", "Cup", "app_type", "wager", "business_id", business)
                .mustBe(200)
                .body()
                .get("page_tab_id")
                .asLong();
        items = APPS + cup + "/tab_items";
        ada = fan("ada", 100);
        bob = fan("bob", 100);
    }

    @Test
    void winners_are_paid_what_they_were_promised_losers_nothing_and_the_void_stake_comes_back() {
        String match = item("title", "Final", "position", 2);
        String home = offer(match, "Home wins", "2.5");
        String draw = offer(match, "Draw", "3", "wager_type", "live");
        String away = offer(match, "Away wins", "4");
        JsonNode stake = stake(home, ada, 15).mustBe(200).body();
        assertThat(stake.get("state").asString()).isEqualTo("pending");
        assertThat(stake.get("point_uid").asString()).isEqualTo(discs);
        // What is said of the odds later does not change what was promised.
        api.post(home, "odds", "1.1").mustBe(200);
        stake(home, bob, 10).mustBe(200);
        stake(draw, bob, 20).mustBe(200);
        stake(away, ada, 30).mustBe(200);
        assertThat(balances()).containsExactly(55L, 70L);
        assertThat(numbers(entry())).containsExactly(0L, 0L, 4L, 4L, 75L, 0L, 0L, 3L, 2L);

        decide(home, "winner");
        decide(draw, "loser");
        decide(away, "void");
        soon(() -> assertThat(balances()).containsExactly(55L + 37 + 30, 70L + 11));
        soon(() -> assertThat(numbers(entry())).containsExactly(2L, 1L, 0L, 4L, 75L, 78L, 3L, 3L, 2L));
        assertThat(entry().at("/wagers/0/credit_point_count").asLong()).isEqualTo(48);
        JsonNode won = api.get(home + "/fan_wagers").mustBe(200).body();
        assertThat(won.at("/0/fan_wager_uid")).isEqualTo(stake.get("fan_wager_uid"));
        assertThat(won.at("/0/state").asString()).isEqualTo("winner");
        assertThat(won.at("/0/credit_point_count").asLong()).isEqualTo(37);
        assertThat(won.at("/1/credit_point_count").asLong()).isEqualTo(11);
        assertThat(api.get(home + "/fan_wagers/" + stake.get("fan_wager_uid").asString())
                        .mustBe(200)
                        .body())
                .isEqualTo(won.get(0));

        soon(() -> {
            JsonNode ranks = api.get("/api/v1/crm/activities/" + cup + "/leaderboard")
                    .mustBe(200)
                    .body();
            assertThat(ranks.at("/0/fan_id").asLong()).isEqualTo(ada);
            assertThat(ranks.at("/0/points").asLong()).isEqualTo(-45 + 67);
            assertThat(ranks.at("/0/balance").asLong()).isEqualTo(122);
            assertThat(ranks.at("/1/balance").asLong()).isEqualTo(81);
        });
        soon(() -> assertThat(api.get("/api/v1/apps/" + cup + "/total_points")
                        .body()
                        .findValue("total_points")
                        .asLong())
                .isEqualTo(3));
        api.post(home, "result", "loser").mustBe(400);
        stake(home, ada, 1).mustBe(400);
        api.delete("/api/v1/crm/fans/" + bob).mustBe(200);
        assertThat(numbers(entry())).containsExactly(2L, 1L, 0L, 4L, 75L, 78L, 3L, 3L, 2L);
    }

    @Test
    void of_64_stakes_at_once_as_many_are_taken_as_the_fan_has_points_for() throws Exception {
        String home = offer(item("title", "Final"), "Home wins", "2");
        List<Api.Answer> answers = together(Collections.nCopies(64, () -> stake(home, ada, 7)));
        assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(14);
        answers.stream().filter(answer -> answer.status() != 200).forEach(refused -> field(refused, "point_count"));
        assertThat(balances()).containsExactly(2L, 100L);
        assertThat(api.get(home + "/fan_wagers").mustBe(200).body()).hasSize(14);
    }

    @Test
    void stakes_beside_the_end_all_end_as_their_wager_did() throws Exception {
        String home = offer(item("title", "Final"), "Home wins", "2");
        List<Api.Answer> answers = together(Collections.nCopies(24, () -> {
            Api.Answer staked = stake(home, ada, 1);
            return staked.status() == 200 ? api.post(home, "result", "winner") : staked;
        }));
        long taken = api.get(home + "/fan_wagers").mustBe(200).body().size();
        assertThat(answers.stream().filter(answer -> answer.status() == 200).count())
                .isBetween(1L, taken);
        soon(() -> assertThat(balances()).containsExactly(100 + taken, 100L));
        soon(() -> assertThat(entry().get("credit_point_count").asLong()).isEqualTo(2 * taken));
    }

    @Test
    void stakes_on_what_is_taken_back_are_given_back() {
        String match = item("title", "Final");
        String home = offer(match, "Home wins", "2");
        stake(home, ada, 10).mustBe(200);
        stake(offer(match, "Draw", "2"), ada, 20).mustBe(200);
        stake(offer(item("title", "Third place"), "Draw", "2"), bob, 30).mustBe(200);
        api.delete(home).mustBe(200);
        api.get(home + "/fan_wagers").mustBe(404);
        soon(() -> assertThat(balances()).containsExactly(80L, 70L));
        api.delete(match).mustBe(200);
        soon(() -> assertThat(balances()).containsExactly(100L, 70L));
        api.delete(APPS + cup).mustBe(200);
        soon(() -> assertThat(balances()).containsExactly(100L, 100L));
        api.get("/api/v1/apps/" + cup + "/wager_entries").mustBe(404);
    }

    @Test
    void nothing_is_staked_of_what_is_refused() {
        long now = Instant.now().getEpochSecond();
        String early = offer(item("title", "Later", "activation_timestamp", now + 3_600), "Home wins", "2");
        String late = offer(item("title", "Earlier", "position", 1, "end_timestamp", now - 60), "Home wins", "2");
        String open =
                offer(item("title", "Now", "activation_timestamp", now - 60, "end_timestamp", now + 3_600), "X", "2");
        stake(early, ada, 1).mustBe(400);
        stake(late, ada, 1).mustBe(400);
        field(stake(open, ada, 101), "point_count");
        field(stake(open, ada + 1, 1), "fan_id");
        stake(open + "0", ada, 1).mustBe(404);
        encore().newAccount()
                .post(open + "/fan_wagers", "fan_id", ada, "point_count", 1)
                .mustBe(404);
        assertThat(balances()).containsExactly(100L, 100L);
        stake(open, ada, 1).mustBe(200);

        assertThat(titles()).containsExactly("Earlier", "Later", "Now");
        assertThat(titles("q", "LAT")).containsExactly("Later");
        String today = Instant.ofEpochSecond(now - 60).toString().substring(0, 10);
        assertThat(titles("start_date", today)).containsExactly("Later", "Now");
        assertThat(titles("end_date", today)).contains("Now").doesNotContain("Earlier");
    }

    private long fan(String name, long points) {
        long fan = api.fan(name + "@fans.example");
        api.post("/api/v1/ent/fan_points", "point_uid", discs, "fan_id", fan, "point_count", points)
                .mustBe(200);
        return fan;
    }

    private String item(Object... form) {
        return items + "/"
                + api.post(items, form).mustBe(200).body().get("tab_item_id").asLong();
    }

    private String offer(String item, String title, String odds, Object... more) {
        Object[] form = Stream.concat(Stream.of("title", title, "odds", odds), Stream.of(more))
                .toArray();
        return item + "/wagers/"
                + api.post(item + "/wagers", form)
                        .mustBe(200)
                        .body()
                        .get("wager_uid")
                        .asString();
    }

    private Api.Answer stake(String wager, long fan, long points) {
        return api.post(wager + "/fan_wagers", "fan_id", fan, "point_count", points);
    }

    private void decide(String wager, String result) {
        api.post(wager, "result", result).mustBe(200);
    }

    private List<Long> balances() {
        return List.of(balance(ada), balance(bob));
    }

    private long balance(long fan) {
        return api.get("/api/v1/manage/fans/" + fan + "/balances")
                .mustBe(200)
                .body()
                .valueStream()
                .filter(row -> row.get("point_uid").asString().equals(discs))
                .mapToLong(row -> row.get("balance").asLong())
                .sum();
    }

    private JsonNode entry() {
        return api.get("/api/v1/apps/" + cup + "/wager_entries")
                .mustBe(200)
                .body()
                .get(0);
    }

    private List<String> titles(Object... query) {
        return api.get("/api/v1/apps/" + cup + "/wager_entries", query)
                .mustBe(200)
                .body()
                .valueStream()
                .map(entry -> entry.get("title").asString())
                .toList();
    }

    private static List<Long> numbers(JsonNode entry) {
        return List.of(
                        "winner_wager_count",
                        "loser_wager_count",
                        "pending_wager_count",
                        "fan_wager_count",
                        "debit_point_count",
                        "credit_point_count",
                        "wager_result_count",
                        "total_wager_count",
                        "classic_wager_count")
                .stream()
                .map(field -> entry.get(field).asLong())
                .toList();
    }

    /** What an automation brings about is no answer's doing: each projection shows it in its own time. */
    private static void soon(ThrowingRunnable holds) {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(holds);
    }

    private static void field(Api.Answer refused, String field) {
        assertThat(refused.mustBe(400).body().at("/errors/0/field").asString()).isEqualTo(field);
    }
}
