package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The start page: an account does one thing of each kind, and reads its numbers, its agenda and its needs. */
class HomeJourneyTest extends Journey {

    private static final String HOME = "/api/v1/manage/home";
    private static final List<String> COUNTS =
            List.of("new_fans", "activities", "quests_completed", "rewards_issued", "new_tickets", "purchases");

    @Test
    void one_of_each_is_counted_and_the_first_steps_are_ticked_off() {
        JsonNode empty = home();
        for (String count : COUNTS) {
            assertThat(total(empty).get(count).asLong()).as(count).isZero();
        }
        assertThat(steps(empty, false))
                .containsExactlyInAnyOrder("campaign", "fan", "points", "quest_or_reward", "connection");
        assertThat(empty.get("needs")).isEmpty();

        String applause = api.pointType("applause");
        long ada = api.fan(SentCodes.email("ada"));
        api.award(ada, "applause", 50);
        api.award(ada, "applause", -20);
        api.post("/api/v1/crm/fans/" + ada + "/activities", "campaign_title", "Doors")
                .mustBe(200);
        long rovers = api.business("Rovers");
        String of = "/api/v1/ent/businesses/" + rovers;
        String quest = api.made(of + "/quests", "page_tab_id", "quest_title", "Shout", "quest_type", "custom");
        api.post(of + "/quests/" + quest + "/fans/" + ada + "/complete").mustBe(200);
        String scarf = api.made(of + "/rewards", "reward_uid", "reward_title", "Scarf", "reward_type", "badge");
        api.post(of + "/fans/" + ada + "/rewards", "reward_uid", scarf).mustBe(200);
        ticket();
        api.purchase("p1", "12.50", "10");
        api.purchase("p2", "7.5", "5");
        api.campaign("Quiz", "trivia");
        api.post("/api/v1/manage/keys", "label", "second", "scopes", "crm").mustBe(200);

        soon(() -> {
            JsonNode total = total(home());
            assertThat(total.get("new_fans").asLong()).isGreaterThanOrEqualTo(1);
            // The completion of a quest is an activity too.
            assertThat(total.get("activities").asLong()).isEqualTo(2);
            for (String count : List.of("quests_completed", "rewards_issued", "new_tickets")) {
                assertThat(total.get(count).asLong()).as(count).isEqualTo(1);
            }
            assertThat(total.get("purchases").asLong()).isEqualTo(2);
            assertThat(total.get("gross_sale_amount").decimalValue()).isEqualByComparingTo(new BigDecimal("20"));
            assertThat(total.get("net_sale_amount").decimalValue()).isEqualByComparingTo(new BigDecimal("15"));
            JsonNode points = total.get("points")
                    .valueStream()
                    .filter(one -> one.get("point_uid").asString().equals(applause))
                    .findFirst()
                    .orElseThrow();
            assertThat(points.get("given").asLong()).isEqualTo(50);
            assertThat(points.get("taken").asLong()).isEqualTo(20);
        });
        JsonNode home = home();
        assertThat(home.at("/numbers/active_fans").asLong()).isEqualTo(1);
        assertThat(home.at("/numbers/currency").asString()).isEqualTo("USD");
        assertThat(home.at("/numbers/point_types")
                        .valueStream()
                        .map(type -> type.get("point_name").asString()))
                .contains("applause");
        assertThat(home.at("/numbers/series")).hasSize(7);
        assertThat(total(api.get(HOME, "days", 1).mustBe(200).body())).isEqualTo(total(home));
        assertThat(steps(home, true)).hasSize(5);
        for (String wrong : List.of("0", "32", "x")) {
            assertThat(api.get(HOME, "days", wrong)
                            .mustBe(400)
                            .body()
                            .at("/errors/0/field")
                            .asString())
                    .isEqualTo("days");
        }
    }

    @Test
    void the_days_are_those_of_the_zone_of_the_console() {
        api.post("/api/v1/manage/settings", "console_time_zone", "Asia/Kathmandu")
                .mustBe(200);
        JsonNode home = home();
        assertThat(home.get("console_time_zone").asString()).isEqualTo("Asia/Kathmandu");
        // Midnight there is 18:15 of UTC.
        assertThat((home.get("start_timestamp").asLong() - (18 * 60 + 15) * 60) % 86_400)
                .isZero();
        assertThat(home.at("/numbers/series/1/start_timestamp").asLong()
                        - home.get("start_timestamp").asLong())
                .isEqualTo(86_400);
    }

    @Test
    void shows_coming_things_and_needs_are_told_to_callers_who_may_see_them() {
        Instant now = Instant.now();
        long show = api.campaign("Final", "fanxp");
        api.post("/api/v1/manage/live/" + show + "/state", "state", "pending").mustBe(200);
        long running = api.campaign("Running", "trivia");
        api.post(
                        "/api/v1/manage/apps/" + running,
                        "end_timestamp",
                        now.plusSeconds(3_600).getEpochSecond())
                .mustBe(200);
        long coming = api.campaign("Coming", "trivia");
        api.post(
                        "/api/v1/manage/apps/" + coming,
                        "start_timestamp",
                        now.plusSeconds(90_000).getEpochSecond())
                .mustBe(200);
        String gala =
                performance("Gala", LocalDate.ofInstant(now, ZoneOffset.UTC).plusDays(9));
        String wall = "w" + UUID.randomUUID().toString().replace("-", "").substring(0, 20);
        api.post("/api/v1/manage/streams", "stream_key", wall, "stream_name", "Wall")
                .mustBe(200);
        api.post(
                        "/api/v1/streams/" + wall + "/records",
                        "email",
                        SentCodes.email("ann"),
                        "name",
                        "Ann",
                        "caption",
                        "hi")
                .mustBe(200);
        String of = "/api/v1/ent/businesses/" + api.business("Rovers");
        String voucher =
                api.made(of + "/rewards", "reward_uid", "reward_title", "Voucher", "reward_type", "prize_code");

        JsonNode home = home();
        assertThat(kindsAndNames(home.get("on_now"))).containsExactly("show Final", "campaign Running");
        assertThat(home.at("/on_now/0/live_status").asString()).isEqualTo("pending");
        assertThat(home.at("/on_now/0/page_tab_id").asLong()).isEqualTo(show);
        assertThat(kindsAndNames(home.get("next"))).containsExactly("campaign Coming", "performance Gala");
        assertThat(home.at("/next/1/performance_uid").asString()).isEqualTo(gala);
        JsonNode posts = need(home, "posts");
        assertThat(posts.get("count").asLong()).isEqualTo(1);
        assertThat(posts.get("is_at_least").asBoolean()).isFalse();
        assertThat(posts.at("/things/0").toString()).isEqualTo("{\"id\":\"" + wall + "\",\"name\":\"Wall\"}");
        // A reward without any code gives nothing to anybody.
        assertThat(need(home, "codes").at("/things/0/id").asString()).isEqualTo(voucher);
        api.post("/api/v1/manage/rewards/" + voucher + "/codes", "prize_codes", "A1,B2")
                .mustBe(200);

        JsonNode moderators = ConsolePerson.invited(api, sent(), "moderator")
                .signedIn()
                .get(HOME)
                .mustBe(200)
                .body();
        assertThat(moderators.get("numbers").isNull()).isTrue();
        assertThat(kindsAndNames(moderators.get("on_now"))).containsExactly("show Final");
        assertThat(moderators.get("next")).isEmpty();
        assertThat(moderators
                        .get("needs")
                        .valueStream()
                        .map(one -> one.get("kind").asString()))
                .containsExactly("posts");
        assertThat(moderators.get("first_steps")).isEmpty();
        assertThat(home().get("needs").valueStream().map(one -> one.get("kind").asString()))
                .containsExactly("posts");
    }

    private static void soon(ThrowingRunnable holds) {
        await().atMost(Duration.ofSeconds(30)).untilAsserted(holds);
    }

    private JsonNode home() {
        return api.get(HOME).mustBe(200).body();
    }

    private static JsonNode total(JsonNode home) {
        return home.at("/numbers/total");
    }

    private static List<String> steps(JsonNode home, boolean isDone) {
        return home.get("first_steps")
                .valueStream()
                .filter(step -> step.get("is_done").asBoolean() == isDone)
                .map(step -> step.get("step").asString())
                .toList();
    }

    private static List<String> kindsAndNames(JsonNode entries) {
        return entries.valueStream()
                .map(entry ->
                        entry.get("kind").asString() + " " + entry.get("name").asString())
                .toList();
    }

    private static JsonNode need(JsonNode home, String kind) {
        return home.get("needs")
                .valueStream()
                .filter(need -> need.get("kind").asString().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private String performance(String name, LocalDate day) {
        return api.made(
                "/api/v1/ent/performances", "performance_uid", "performance_name", name, "performance_date", day);
    }

    private void ticket() {
        api.postJson("/api/v1/crm/bulk_tickets", """
                [{"first_name": "Ada", "last_name": "Lovelace", "email": "%s", "num_seats": 2, "event_key": "e1",
                  "purchase_timestamp": "2026-02-01 10:00:00", "paid_amount": 20, "event_date": "2026-04-01",
                  "event_name": "Gala", "network": "doors", "ticket_key": "t1"}]""".formatted(SentCodes.email("ada")))
                .mustBe(200);
    }
}
