package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Staff define reports and read them: each has the numbers of the endpoints beside it. */
class ReportsJourneyTest extends Journey {

    private static final String MANAGED = "/api/v1/manage/reports";
    private static final String REPORTS = "/api/v1/reports";

    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

    @Test
    void an_app_report_has_the_numbers_of_the_campaign_and_of_its_days() {
        long app = api.campaign("Trivia", "trivia");
        long ada = api.fan("ada@apps.example");
        long bob = api.fan("bob@apps.example");
        enter(app, ada);
        enter(app, ada);
        enter(app, bob);
        api.post(
                        "/api/v1/manage/apps/" + app + "/views",
                        "view_date",
                        today.minusDays(1),
                        "view_count",
                        9,
                        "share_count",
                        4)
                .mustBe(200);
        JsonNode report = read(add("app", "page_tab_id", app)).get("app");
        JsonNode stats = api.get(
                        "/api/v1/apps/" + app + "/stats",
                        "start_date",
                        today.minusDays(6),
                        "end_date",
                        today.plusDays(1))
                .mustBe(200)
                .body();
        for (String field : List.of("page_tab_id", "name", "total_entries", "fan_count", "views")) {
            assertThat(report.get(field)).as(field).isEqualTo(stats.get(field));
        }
        assertThat(report.get("total_entries").asLong()).isEqualTo(3);
        assertThat(report.get("fan_count").asLong()).isEqualTo(2);
        assertThat(report.get("shares").asLong()).isEqualTo(4);
        assertThat(report.get("days")).hasSize(8);
        assertThat(sum(report, "total_entries")).isEqualTo(3);
        assertThat(sum(report, "views")).isEqualTo(9);
        assertThat(day(report, today.minusDays(1)).get("shares").asLong()).isEqualTo(4);

        api.delete("/api/v1/manage/apps/" + app).mustBe(200);
        JsonNode history = read(only("app")).get("app");
        assertThat(history.get("name").isNull()).isTrue();
        assertThat(history.get("total_entries").asLong()).isEqualTo(3);
    }

    @Test
    void a_business_report_counts_members_activities_points_quests_and_rewards() {
        String points = api.pointType("stars");
        long rovers = api.business("Rovers");
        api.post("/api/v1/manage/businesses/" + rovers, "point_uid", points).mustBe(200);
        long app = api.post("/api/v1/manage/apps", "name", "Picks", "app_type", "trivia", "business_id", rovers)
                .mustBe(200)
                .body()
                .get("page_tab_id")
                .asLong();
        long ada = api.fan("ada@rovers.example");
        api.post("/api/v1/crm/fans/" + ada, "business_" + rovers, true).mustBe(200);
        enter(app, ada);
        award(points, ada, 50, app);
        award(points, ada, -8, app);
        award(points, ada, 1000, api.campaign("Not theirs", "trivia"));
        String quests = "/api/v1/ent/businesses/" + rovers + "/quests";
        long quest = api.post(
                        quests,
                        "quest_title",
                        "Shout",
                        "quest_type",
                        "custom",
                        "reward_type",
                        "fan_points",
                        "fan_points_reward",
                        10)
                .mustBe(200)
                .body()
                .get("page_tab_id")
                .asLong();
        api.post(quests + "/" + quest + "/fans/" + ada + "/complete").mustBe(200);
        String reward = api.made(
                "/api/v1/ent/businesses/" + rovers + "/rewards",
                "reward_uid",
                "reward_title",
                "Scarf",
                "reward_type",
                "badge");
        api.post("/api/v1/ent/businesses/" + rovers + "/fans/" + ada + "/rewards", "reward_uid", reward)
                .mustBe(200);
        String uid = add("business", "business_id", rovers);
        long members = api.get("/api/v1/manage/businesses/" + rovers)
                .mustBe(200)
                .body()
                .get("member_count")
                .asLong();
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            JsonNode report = read(uid).get("business");
            assertThat(report.get("business_name").asString()).isEqualTo("Rovers");
            assertThat(report.get("member_count").asLong()).isEqualTo(members);
            assertThat(report.get("new_member_count").asLong()).isEqualTo(members);
            assertThat(report.get("activity_count").asLong()).isEqualTo(2);
            assertThat(report.get("points_awarded").asLong()).isEqualTo(60);
            assertThat(report.get("points_deducted").asLong()).isEqualTo(8);
            assertThat(report.get("quest_completions").asLong()).isEqualTo(1);
            assertThat(report.get("rewards_issued").asLong()).isEqualTo(1);
            assertThat(report.get("campaigns")).hasSize(1);
            assertThat(report.at("/campaigns/0/total_entries").asLong()).isEqualTo(1);
            assertThat(report.at("/campaigns/0/fan_count").asLong()).isEqualTo(1);
        });
    }

    @Test
    void a_crm_report_has_the_numbers_of_the_search_for_fans() {
        long ada = api.post("/api/v1/crm/fans", "email", "ada@crm.example", "country_code", "US", "is_subscribed", true)
                .mustBe(200)
                .body()
                .get("fan_id")
                .asLong();
        api.post("/api/v1/crm/fans", "email", "bob@crm.example", "country_code", "AT")
                .mustBe(200);
        long cleo = api.fan("cleo@crm.example");
        enter(api.campaign("Trivia", "trivia"), ada);
        api.delete("/api/v1/crm/fans/" + cleo).mustBe(200);
        JsonNode report = read(add("crm")).get("crm");
        assertThat(report.get("fan_count").asLong()).isEqualTo(2);
        assertThat(report.get("new_fan_count").asLong()).isEqualTo(2);
        assertThat(report.get("erased_fan_count").asLong()).isEqualTo(1);
        assertThat(report.get("email_subscribers").asLong()).isEqualTo(1);
        assertThat(report.get("phone_subscribers").asLong()).isZero();
        assertThat(report.get("active_fan_count").asLong()).isEqualTo(1);
        assertThat(report.at("/top_countries/US").asLong()).isEqualTo(1);
        assertThat(sum(report, "new_fan_count")).isEqualTo(2);
        assertThat(sum(report, "erased_fan_count")).isEqualTo(1);
        assertThat(sum(report, "active_fan_count")).isEqualTo(1);
        assertThat(report.get("days")).hasSize(8);
    }

    @Test
    void reports_of_idols_have_their_fans_now_and_the_new_ones() {
        String ada = api.made("/api/v1/idols", "idol_uid", "idol_name", "Ada", "music_uid", "m1");
        String bea = api.made("/api/v1/idols", "idol_uid", "idol_name", "Bea", "music_uid", "m2");
        String team = api.made("/api/v1/idols", "idol_uid", "idol_name", "Team");
        long ann = api.fan("ann@idols.example");
        long bob = api.fan("bob@idols.example");
        api.post("/api/v1/crm/fans/" + ann, "gender", "female").mustBe(200);
        like(ann, ada);
        like(bob, ada);
        like(ann, bea);
        like(bob, team);
        JsonNode rows =
                read(add("idol", "idol_uids[]", bea, "idol_uids[]", ada)).get("idol");
        assertThat(rows).hasSize(2);
        assertThat(rows.at("/0/idol_uid").asString()).isEqualTo(bea);
        assertThat(rows.at("/0/fan_count").asLong()).isEqualTo(1);
        assertThat(rows.at("/1/idol_name").asString()).isEqualTo("Ada");
        assertThat(rows.at("/1/fan_count").asLong()).isEqualTo(2);
        assertThat(rows.at("/1/new_fan_count").asLong()).isEqualTo(2);

        JsonNode details = read(add("idol_details", "idol_uids[]", ada)).get("idol_details");
        assertThat(details.get("fan_count").asLong()).isEqualTo(2);
        assertThat(details.at("/gender/female").asLong()).isEqualTo(1);
        assertThat(details.at("/gender/unknown").asLong()).isEqualTo(1);

        JsonNode charts = read(add("artist_charts")).get("artist_charts");
        assertThat(charts.valueStream().map(row -> row.get("idol_uid").asString()))
                .containsExactly(ada, bea);
        assertThat(charts.at("/0/rank").asInt()).isEqualTo(1);
        assertThat(charts.at("/0/previous_rank").isNull()).isTrue();
        assertThat(charts.at("/0/new_fan_count").asLong()).isEqualTo(2);
        assertThat(charts.at("/1/fan_count").asLong()).isEqualTo(1);
        refused(post("idol_details", "last_days", 7, "idol_uids[]", ada, "idol_uids[]", bea), "idol_uids");
    }

    @Test
    void an_sms_report_counts_requests_and_outcomes() {
        String phone = SentCodes.phone();
        long business = api.business("Acme");
        FanSessions.app(api)
                .post("/api/v1/sessions/connect", "network", "verify_sms", "business_id", business, "phone", phone)
                .mustBe(200);
        String uid = add("sms");
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            JsonNode report = read(uid).get("sms");
            assertThat(report.get("requested").asLong()).isEqualTo(1);
            assertThat(report.get("sent").asLong()).isEqualTo(1);
            assertThat(report.get("failed").asLong()).isZero();
            assertThat(sum(report, "requested"))
                    .isEqualTo(report.get("requested").asLong());
            assertThat(sum(report, "sent")).isEqualTo(report.get("sent").asLong());
        });
    }

    @Test
    void reports_of_tickets_equal_the_statistics_of_tickets() {
        ticket("ann@t.example", "t1", "gala", 1, "2026-01-01", "Boston");
        ticket("ann@t.example", "t2", "gala", 2, "2026-01-03", "Salem");
        ticket("bob@t.example", "t3", "gala", 3, "2026-01-03", "Boston");
        ticket("bob@t.example", "t4", "ball", 4, "2026-01-04", "Boston");
        ticket("cleo@t.example", "t5", "ball", 5, "2026-02-01", "Boston");
        JsonNode events =
                api.get("/api/v1/crm/tickets/events").mustBe(200).body().get("data");
        String gala = eventUid(events, "gala");
        String ball = eventUid(events, "ball");
        Object[] days = {"start_date", "2026-01-02", "end_date", "2026-01-31"};

        JsonNode all = read(addOf("ticket_sales", days)).get("ticket_sales");
        JsonNode stats = api.get(
                        "/api/v1/crm/ticket_stats",
                        "min_purchase_date",
                        "2026-01-02",
                        "max_purchase_date",
                        "2026-01-31")
                .mustBe(200)
                .body();
        for (String field : List.of("sales_count", "seats_count", "new_fans_count", "returning_fans_count")) {
            assertThat(all.get(field)).as(field).isEqualTo(stats.get(field));
        }
        assertThat(amount(all)).isEqualByComparingTo(amount(stats)).isEqualByComparingTo("90");
        assertThat(all.get("sales_count").asLong()).isEqualTo(3);
        assertThat(all.get("new_fans_count").asLong()).isEqualTo(1);
        assertThat(all.get("returning_fans_count").asLong()).isEqualTo(1);
        assertThat(all.get("days")).hasSize(30);
        assertThat(sum(all, "seats_count")).isEqualTo(9);
        JsonNode third = day(all, LocalDate.parse("2026-01-03"));
        assertThat(third.get("new_fans_count").asLong()).isEqualTo(1);
        assertThat(third.get("returning_fans_count").asLong()).isEqualTo(1);
        assertThat(all.get("events")).hasSize(2);

        JsonNode one = read(addOf("ticket_sales", days, "event_uids[]", gala)).get("ticket_sales");
        assertThat(one.get("seats_count").asLong()).isEqualTo(5);
        assertThat(one.at("/events/0/event_name").asString()).isEqualTo("gala night");

        JsonNode compared = read(addOf("ticket_compare", days, "event_uids[]", ball, "event_uids[]", gala))
                .get("ticket_compare");
        assertThat(compared.at("/0/event_uid").asString()).isEqualTo(ball);
        JsonNode row = compared.get(1);
        assertThat(row.get("event_date").asString()).isEqualTo("2026-05-01");
        assertThat(row.at("/days/0/seats_count").asLong()).isZero();
        assertThat(row.at("/days/1/seats_count").asLong()).isEqualTo(5);
        assertThat(row.at("/days/29/seats_count").asLong())
                .isEqualTo(row.get("seats_count").asLong());
        assertThat(row.at("/days/0/days_before").asLong())
                .isEqualTo(ChronoUnit.DAYS.between(LocalDate.parse("2026-01-02"), LocalDate.parse("2026-05-01")));

        JsonNode places = read(addOf("ticket_geo", days)).get("ticket_geo");
        assertThat(places.valueStream().map(place -> place.get("city").asString() + " " + place.get("seats_count")))
                .containsExactly("Boston 7", "Salem 2");
        api.delete("/api/v1/crm/fans/" + api.fan("ann@t.example")).mustBe(200);
        JsonNode without = read(addOf("ticket_geo", days)).get("ticket_geo");
        assertThat(without.valueStream().map(place -> place.get("city").isNull()))
                .containsExactly(false, true);
        refused(post("ticket_compare", "last_days", 7), "event_uids");
    }

    @Test
    void reports_of_ad_accounts_have_ratios_of_their_sums() {
        api.postJson("/api/v1/manage/ad_stats", """
                {"ad_stats": [
                 {"network": "social", "ad_account_key": "act_1", "campaign_key": "c1", "stat_date": "%1$s",
                  "spend": 10, "impressions": 4000, "clicks": 30, "reach": 1000, "conversion_amount": 40,
                  "conversion_count": 3, "offline_conversion_amount": 5},
                 {"network": "social", "ad_account_key": "act_1", "campaign_key": "c2", "stat_date": "%1$s",
                  "spend": 20, "impressions": 2000, "clicks": 10, "reach": 500},
                 {"network": "social", "ad_account_key": "act_2", "campaign_key": "c1", "stat_date": "%1$s",
                  "spend": 99}]}""".formatted(today.minusDays(1)))
                .mustBe(200);
        for (String type : List.of("fb_adaccount", "adwords_adaccount")) {
            JsonNode report = read(add(type, "network", "social", "ad_account_key", "act_1"))
                    .get(type);
            assertThat(report.get("spend").decimalValue()).isEqualByComparingTo("30");
            assertThat(report.get("impressions").asLong()).isEqualTo(6000);
            assertThat(report.get("conversion").decimalValue()).isEqualByComparingTo("40");
            assertThat(report.get("offline_conversion").decimalValue()).isEqualByComparingTo("5");
            assertThat(report.get("frequency").decimalValue()).isEqualByComparingTo("4");
            assertThat(report.get("cpm").decimalValue()).isEqualByComparingTo("5");
            assertThat(report.get("cpc").decimalValue()).isEqualByComparingTo("0.75");
            assertThat(report.get("cpa").decimalValue()).isEqualByComparingTo("10");
            assertThat(report.get("ctr").decimalValue()).isEqualByComparingTo("0.666667");
            assertThat(report.get("roi").decimalValue()).isEqualByComparingTo("0.5");
        }
        refused(
                api.post(
                        MANAGED,
                        "report_name",
                        "Mine",
                        "report_type",
                        "fb_adaccount",
                        "last_days",
                        7,
                        "network",
                        "social",
                        "ad_account_key",
                        "act_9"),
                "ad_account_key");
    }

    @Test
    void a_read_is_noted_behind_the_answer_and_changes_are_shown() {
        String uid = add("crm");
        assertThat(listed(uid).get("last_access_timestamp").isNull()).isTrue();
        assertThat(listed(uid).get("start_date").asString())
                .isEqualTo(today.minusDays(6).toString());
        read(uid);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(
                                listed(uid).get("last_access_timestamp").asLong())
                        .isPositive());
        JsonNode changed = api.post(
                        MANAGED + "/" + uid, "report_name", "May", "start_date", "2026-05-01", "end_date", "2026-05-31")
                .mustBe(200)
                .body();
        assertThat(changed.get("report_name").asString()).isEqualTo("May");
        assertThat(changed.get("last_days").isNull()).isTrue();
        assertThat(read(uid).at("/crm/days")).hasSize(31);
        encore().newAccount().get(REPORTS + "/" + uid).mustBe(404);
        assertThat(encore().newAccount().get(REPORTS).mustBe(200).body()).isEmpty();
        assertThat(api.delete(MANAGED + "/" + uid).mustBe(200).text()).isEqualTo("true");
        api.get(REPORTS + "/" + uid).mustBe(404);
        api.get(MANAGED + "/" + uid).mustBe(404);
    }

    @Test
    void wrong_subjects_and_days_change_nothing() {
        refused(post("app", "last_days", 7, "page_tab_id", 1), "page_tab_id");
        refused(post("app", "last_days", 7), "page_tab_id");
        refused(post("business", "last_days", 7, "business_id", 1), "business_id");
        refused(post("idol", "last_days", 7, "idol_uids[]", "none"), "idol_uids");
        refused(post("ticket_sales", "last_days", 7, "event_uids[]", "none"), "event_uids");
        refused(post("crm", "last_days", 7, "page_tab_id", 1), "page_tab_id");
        refused(post("crm"), "start_date");
        refused(post("crm", "start_date", today), "end_date");
        refused(post("crm", "start_date", today, "end_date", today, "last_days", 3), "last_days");
        refused(post("fax", "last_days", 7), "report_type");
        assertThat(api.get(REPORTS).mustBe(200).body()).isEmpty();
    }

    private Api.Answer post(String type, Object... more) {
        return api.post(
                MANAGED,
                Stream.concat(Stream.of("report_name", "Mine", "report_type", type), Stream.of(more))
                        .toArray());
    }

    /** Adds a report of the last seven days and tomorrow, so that a test at midnight reads the same. */
    private String add(String type, Object... subject) {
        return addOf(type, new Object[] {"start_date", today.minusDays(6), "end_date", today.plusDays(1)}, subject);
    }

    private String addOf(String type, Object[] days, Object... subject) {
        return post(type, Stream.concat(Stream.of(days), Stream.of(subject)).toArray())
                .mustBe(200)
                .body()
                .get("report_uid")
                .asString();
    }

    private JsonNode read(String uid) {
        JsonNode report = api.get(REPORTS + "/" + uid).mustBe(200).body();
        assertThat(report).hasSize(1);
        return report;
    }

    private JsonNode listed(String uid) {
        return api.get(REPORTS)
                .mustBe(200)
                .body()
                .valueStream()
                .filter(row -> row.get("report_uid").asString().equals(uid))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the uid of the only report of a type. */
    private String only(String type) {
        return api.get(REPORTS)
                .mustBe(200)
                .body()
                .valueStream()
                .filter(row -> row.get("report_type").asString().equals(type))
                .map(row -> row.get("report_uid").asString())
                .findFirst()
                .orElseThrow();
    }

    private static long sum(JsonNode report, String field) {
        return report.get("days")
                .valueStream()
                .mapToLong(day -> day.get(field).asLong())
                .sum();
    }

    private static JsonNode day(JsonNode report, LocalDate date) {
        return report.get("days")
                .valueStream()
                .filter(day -> day.get("date").asString().equals(date.toString()))
                .findFirst()
                .orElseThrow();
    }

    private static BigDecimal amount(JsonNode sums) {
        return sums.get("revenue").decimalValue();
    }

    private void enter(long app, long fan) {
        api.post("/api/v1/manage/apps/" + app + "/entries", "fan_id", fan).mustBe(200);
    }

    private void award(String points, long fan, long count, long app) {
        api.post("/api/v1/ent/fan_points", "point_uid", points, "fan_id", fan, "point_count", count, "page_tab_id", app)
                .mustBe(200);
    }

    private void like(long fan, String idol) {
        api.post("/api/v1/crm/fans/" + fan + "/idols", "action", "add", "idol_uid", idol)
                .mustBe(200);
    }

    private void ticket(String email, String key, String event, int seats, String day, String city) {
        api.post(
                        "/api/v1/crm/tickets",
                        "first_name",
                        "Ann",
                        "last_name",
                        "L",
                        "email",
                        email,
                        "ticket_key",
                        key,
                        "network",
                        "box",
                        "purchase_timestamp",
                        day + " 10:00:00",
                        "paid_amount",
                        seats * 10,
                        "num_seats",
                        seats,
                        "event_date",
                        "2026-05-01",
                        "event_key",
                        event,
                        "event_name",
                        event + " night",
                        "city",
                        city)
                .mustBe(200);
    }

    private static String eventUid(JsonNode events, String key) {
        return events.valueStream()
                .filter(event -> event.get("event_key").asString().equals(key))
                .map(event -> event.get("event_uid").asString())
                .findFirst()
                .orElseThrow();
    }

    private static void refused(Api.Answer answer, String field) {
        assertThat(answer.mustBe(400).body().at("/errors/0/field").asString()).isEqualTo(field);
    }
}
