package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.WorldBooks.Award;
import encore.infra.standalone.WorldBooks.Day;
import encore.infra.standalone.WorldBooks.Did;
import encore.infra.standalone.WorldBooks.Fan;
import encore.infra.standalone.WorldBooks.Score;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * An account's world from its business to its fans' last doings, by public and management calls alone: every number that
 * an endpoint shows is worked out again from what was sent.
 */
class WorldJourneyTest extends Journey {

    private static final String APPS = "/api/v1/apps";
    private static final String CRM = "/api/v1/crm/";
    private static final Comparator<Score> OF_TRIVIA =
            Comparator.comparingLong(Score::correct).reversed().thenComparingLong(Score::millis);
    private static final Comparator<Score> OF_ARCADE =
            Comparator.comparingLong(Score::points).reversed();

    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);
    private WorldBooks books = new WorldBooks(api);
    private String discs = "";
    private long business;

    @BeforeEach
    void campaigns_of_a_business() {
        books = new WorldBooks(api);
        discs = api.pointType("discs");
        String tapes = api.pointType("tapes");
        business = api.business("Rovers");
        api.post("/api/v1/manage/businesses/" + business, "point_uid", discs).mustBe(200);
        books.campaign("Quiz", "trivia", "business_id", business);
        books.campaign("Pinball", "arcade", "start_timestamp", 1_000, "end_timestamp", 2_000);
        books.campaign("Cup", "wager", "business_id", business);
        books.campaign("Year", "bundle", "is_active", false);
        books.campaign("Opening night", "registration");
        fansTakePart(tapes);
    }

    private void fansTakePart(String tapes) {
        for (int i = 0; i < 12; i++) {
            String fan = "fan" + i % 6;
            books.visit(fan, i % 6 == 5 ? "" : i % 3 == 0 ? "MA" : "NY", "Quiz", i % 5 == 0, i % 7 == 0);
        }
        books.visit("fan6", "MA", "Elsewhere", true, true);
        books.visit("fan0", "", "Pinball", false, true);
        for (int i = 0; i < 9; i++) {
            books.enter("fan" + i % 4, i % 2 == 0 ? "Quiz" : "Pinball", new Score(i * 7 % 5, i * 5 % 4, 9_000 - i));
        }
        long door = books.recordActivity("fan1", "Doors", "gate");
        long answer = books.recordActivity("fan2", "Quiz", "colour", "n");
        books.recordActivity("fan3", "Quiz", "colour");
        books.award("fan1", "discs", discs, 1_000, null, door);
        books.award("fan2", "discs", discs, 50, "Quiz", answer);
        books.award("fan2", "tapes", tapes, 500, "Cup", null);
        books.award("fan1", "discs", discs, -40, "Cup", null);
        books.award("fan3", "discs", discs, 30, "Cup", null);
        books.award("fan1", "discs", discs, 100, "Cup", null);
        books.report("Quiz", today.minusDays(1), 10, 1);
        books.report("Quiz", today, 25, 2);
        books.report("Quiz", today, 20, 3);
        books.report("Pinball", today, 7, 3);
        books.report("Year", today, 1_000, 1_000);
    }

    @Test
    void every_number_follows_from_what_was_sent_and_from_what_fans_become() {
        List<String> bundled = List.of("Pinball", "Quiz");
        String ids = "bundled_page_tab_ids";
        api.post(books.managed("Year"), ids, books.number("Pinball"), ids, books.number("Quiz"))
                .mustBe(200);
        optIn("fan0", true);
        optIn("fan1", true);
        optIn("fan2", true);
        optIn("fan1", false);
        allIsAsWorkedOut(bundled, List.of("fan0", "fan2"));

        books.move("fan0", "CA", "BC");
        books.move("fan4", "AT", "");
        books.rename("Quiz", "The Quiz");
        books.erase("fan2");
        allIsAsWorkedOut(List.of("Pinball", "The Quiz"), List.of("fan0"));
        aPassIsCheckedIn();
        aShowIsSavedAndShown();
        // Here a wager is staked on and won, and wager_entries are worked out again.

        api.delete(books.managed("Pinball")).mustBe(200);
        bundleIsAsWorkedOut("Year", List.of("The Quiz"));
        for (String numbers : List.of("/stats", "/bundle_stats")) {
            api.get(of("Pinball") + numbers).mustBe(404);
            assertThat(api.get(of("Year") + numbers, window(today, today.minusDays(1)))
                            .mustBe(400)
                            .body()
                            .at("/errors/0/field")
                            .asString())
                    .isEqualTo("end_date");
        }
    }

    private void aPassIsCheckedIn() {
        String passes = books.managed("Opening night") + "/passes";
        List<String> used = new ArrayList<>();
        for (String fan : List.of("fan0", "fan1", "fan3")) {
            JsonNode pass =
                    api.post(passes, "fan_id", books.id(fan)).mustBe(200).body();
            if (!fan.equals("fan1")) {
                api.post(of("Opening night") + "/registration/checkin", "pass_code", text(pass.get("pass_code")))
                        .mustBe(200);
                used.add(text(pass.get("pass_uid")));
            }
        }
        assertThat(list(passes).stream()
                        .filter(pass -> pass.get("checked_in").asBoolean())
                        .map(pass -> text(pass.get("pass_uid"))))
                .isEqualTo(used);
    }

    private void aShowIsSavedAndShown() {
        String idol = made("/api/v1/idols", "idol_uid", "idol_name", "Ada");
        String gig = made(
                "/api/v1/ent/performances",
                "performance_uid",
                "performance_name",
                "Gig",
                "performance_date",
                "2026-06-15",
                "artist_name",
                "Ada",
                "business_id",
                business);
        String event = made(
                "/api/v1/manage/idol_events",
                "idol_event_uid",
                "idol_uid",
                idol,
                "start_date",
                "2026-06-15",
                "performance_uid",
                gig);
        String fan = "/api/v1/ent/fans/" + books.id("fan0");
        api.post(fan + "/idols/events", "idol_event_uid", event).mustBe(200);
        api.post(fan + "/performances", "performance_uid", gig, "states", "going")
                .mustBe(200);
        JsonNode saved = api.get(fan + "/events", "idol_uid", idol).mustBe(200).body();
        assertThat(text(saved.at("/idol_events/0/idol_event_uid"))).isEqualTo(event);
        assertThat(text(saved.at("/performances/0/performance_uid"))).isEqualTo(gig);
        JsonNode updates = api.get(CRM + "get_updates").mustBe(200).body();
        assertThat(updates.get("idols").valueStream()).containsExactly(one("/api/v1/idols/" + idol));
        assertThat(updates.get("performances").valueStream()).containsExactly(one("/api/v1/ent/performances/" + gig));
        assertThat(updates.get("idol_events").valueStream()).isEqualTo(list("/api/v1/idols/events"));
        assertThat(updates.at("/performances/0/is_valid_idol").asBoolean()).isTrue();
    }

    private void optIn(String fan, boolean in) {
        api.post(CRM + "fans/" + books.id(fan), "business_" + business, in).mustBe(200);
    }

    private void allIsAsWorkedOut(List<String> bundled, List<String> members) {
        for (String campaign : books.campaigns.keySet()) {
            for (@Nullable LocalDate[] days : windows()) {
                statsAreAsWorkedOut(campaign, days[0], days[1]);
            }
            pointsAreAsWorkedOut(campaign);
            List<Long> done = books.doneIn(campaign).stream().map(Did::id).toList();
            assertThat(numbers(list(of(campaign) + "/simple_activities"), "activity_id"))
                    .isEqualTo(done);
            assertThat(numbers(list(books.managed(campaign) + "/entries"), "activity_id"))
                    .isEqualTo(done);
            assertThat(numbers(feed("page_tab_id", books.number(campaign)), "activity_id"))
                    .isEqualTo(done.reversed());
        }
        bundleIsAsWorkedOut("Year", bundled);
        bundleIsAsWorkedOut("Pinball", List.of("Pinball"));
        placesAreAsWorkedOut(bundled.getLast());
        assertThat(numbers(feed(), "activity_id"))
                .isEqualTo(books.done.stream().map(Did::id).toList().reversed());
        countsAreAsWorkedOut();
        books.fans.forEach(this::lastDoingIsAsWorkedOut);
        campaignsAreListed();
        String rovers = "/api/v1/manage/businesses/" + business;
        assertThat(one(rovers).get("member_count").asLong()).isEqualTo(members.size());
        assertThat(numbers(one(rovers + "/members").get("data").valueStream().toList(), "fan_id"))
                .isEqualTo(members.stream().map(books::id).toList());
    }

    private List<@Nullable LocalDate[]> windows() {
        return List.of(new LocalDate[] {null, null}, new LocalDate[] {today, today.plusDays(1)}, new LocalDate[] {
            null, today.minusDays(1)
        });
    }

    private void statsAreAsWorkedOut(String campaign, @Nullable LocalDate from, @Nullable LocalDate to) {
        boolean isNow = to == null || !to.isBefore(today);
        List<Fan> fans = isNow ? books.fansIn(campaign) : List.of();
        JsonNode shown = one(of(campaign) + "/stats", window(from, to));
        assertThat(text(shown.get("name"))).isEqualTo(campaign);
        assertThat(Stream.of("page_tab_id", "total_entries", "fan_count", "views")
                        .map(field -> shown.get(field).asLong()))
                .containsExactly(
                        books.number(campaign),
                        isNow ? (long) books.doneIn(campaign).size() : 0,
                        (long) fans.size(),
                        sum(books.days(campaign, from, to), Day::views));
        assertThat(Stream.of("email_subscribers", "phone_subscribers", "subscribers")
                        .map(field -> shown.get(field).asLong()))
                .containsExactly(
                        count(fans, Fan::byEmail),
                        count(fans, Fan::byPhone),
                        count(fans, fan -> fan.byEmail() || fan.byPhone()));
        Map<String, Long> places = new HashMap<>();
        fans.stream().map(Fan::place).filter(Objects::nonNull).forEach(place -> places.merge(place, 1L, Long::sum));
        List<JsonNode> rows = shown.get("geo_stats").valueStream().toList();
        assertThat(rows.stream()
                        .collect(Collectors.toMap(
                                row -> text(row.get("country_code")) + "/" + text(row.get("province")),
                                row -> row.get("fan_count").asLong())))
                .isEqualTo(places);
        assertThat(numbers(rows, "fan_count")).isSortedAccordingTo(Comparator.reverseOrder());
    }

    private void pointsAreAsWorkedOut(String campaign) {
        List<Award> awards = books.awardsIn(campaign);
        assertThat(one(of(campaign) + "/total_points").get("total_points").asLong())
                .isEqualTo(sum(awards, Award::count));
        assertThat(list(of(campaign) + "/simple_points").stream()
                        .map(row -> row.get("fan_id").asLong() + "=" + row.get("point_count")))
                .isEqualTo(awards.stream()
                        .map(one -> books.id(one.fan()) + "=" + one.count())
                        .toList());
    }

    private void bundleIsAsWorkedOut(String bundle, List<String> bundled) {
        for (@Nullable LocalDate[] days : windows()) {
            bundleIsAsWorkedOut(bundle, bundled, days[0], days[1]);
        }
    }

    private void bundleIsAsWorkedOut(
            String bundle, List<String> bundled, @Nullable LocalDate from, @Nullable LocalDate to) {
        boolean isNow = to == null || !to.isBefore(today);
        JsonNode shown = one(of(bundle) + "/bundle_stats", window(from, to));
        List<JsonNode> rows = shown.get("bundles").valueStream().toList();
        long[] sums = new long[4];
        List<List<Object>> expected = new ArrayList<>();
        for (String campaign : bundled) {
            List<Day> seen = books.days(campaign, from, to);
            List<Did> done = isNow ? books.doneIn(campaign) : List.of();
            long[] row = {sum(seen, Day::views), sum(seen, Day::shares), done.size(), count(done, Did::optsIn)};
            long most = seen.stream().mapToLong(Day::views).max().orElse(0);
            expected.add(List.of(campaign, books.number(campaign), row[0], row[1], row[2], row[3], most));
            for (int i = 0; i < sums.length; i++) {
                sums[i] += row[i];
            }
        }
        assertThat(rows.stream()
                        .map(row -> List.<Object>of(
                                text(row.get("name")),
                                row.get("page_tab_id").asLong(),
                                row.get("views").asLong(),
                                row.get("shares").asLong(),
                                row.get("entries").asLong(),
                                row.get("opt_ins").asLong(),
                                row.get("max_views").asLong())))
                .isEqualTo(expected);
        JsonNode summary = shown.get("summary");
        assertThat(Stream.of("total_views", "total_shares", "total_entries", "total_optins")
                        .mapToLong(field -> summary.get(field).asLong())
                        .toArray())
                .isEqualTo(sums);
        assertThat(text(summary.get("start_date"))).isEqualTo(String.valueOf(from));
        assertThat(text(summary.get("end_date"))).isEqualTo(String.valueOf(to));
    }

    private void placesAreAsWorkedOut(String quiz) {
        assertThat(numbers(board(quiz), "fan_id")).isEqualTo(books.ranked(quiz, OF_TRIVIA));
        assertThat(numbers(board("Pinball"), "fan_id")).isEqualTo(books.ranked("Pinball", OF_ARCADE));
        List<String> cup = books.awardsIn("Cup").stream()
                .map(Award::fan)
                .distinct()
                .filter(fan -> !books.fan(fan).erased())
                .sorted(Comparator.comparing(fan -> -staked(fan)))
                .map(fan -> books.id(fan) + ": " + staked(fan) + " of "
                        + books.points(
                                one -> one.fan().equals(fan) && one.type().equals("discs")))
                .toList();
        assertThat(board("Cup").stream()
                        .map(row -> row.get("fan_id") + ": " + row.get("points") + " of " + row.get("balance")))
                .isEqualTo(cup);
    }

    private long staked(String fan) {
        return books.points(one -> one.fan().equals(fan) && "Cup".equals(one.campaign()));
    }

    private void countsAreAsWorkedOut() {
        Map<String, Long> expected = new HashMap<>();
        for (Did did : books.done) {
            expected.merge(did.title() + "/null", 1L, Long::sum);
            did.properties().forEach(name -> expected.merge(did.title() + "/" + name, 1L, Long::sum));
        }
        assertThat(list(CRM + "activity_stats").stream()
                        .collect(Collectors.toMap(
                                row -> text(row.get("campaign_title")) + "/" + text(row.get("property_name")),
                                row -> row.get("counter").asLong())))
                .isEqualTo(expected);
    }

    private void lastDoingIsAsWorkedOut(String name, Fan fan) {
        List<Did> done = books.done.stream()
                .filter(did -> did.fan().equals(name))
                .toList()
                .reversed();
        assertThat(list(CRM + "fans/" + fan.id() + "/activities").stream().map(row -> text(row.get("campaign_title"))))
                .isEqualTo(done.stream().map(Did::title).toList());
        if (fan.erased()) {
            api.get(CRM + "fans/" + fan.id()).mustBe(404);
        } else {
            JsonNode shown = one(CRM + "fans/" + fan.id());
            Long number = books.campaigns.get(done.getFirst().title());
            assertThat(text(shown.get("last_campaign_name")))
                    .isEqualTo(done.getFirst().title());
            assertThat(text(shown.get("last_page_tab_id"))).isEqualTo(String.valueOf(number));
        }
    }

    private void campaignsAreListed() {
        List<Long> all = books.campaigns.values().stream().sorted().toList();
        assertThat(numbers(list(APPS), "page_tab_id")).hasSameElementsAs(all);
        assertThat(numbers(list(CRM + "campaigns"), "page_tab_id")).hasSameElementsAs(all);
        assertThat(numbers(list(APPS, "is_scheduled", true), "page_tab_id")).containsExactly(books.number("Pinball"));
        assertThat(list(APPS).stream()
                        .filter(row -> row.get("is_active").asBoolean())
                        .map(row -> row.get("page_tab_id").asLong()))
                .doesNotContain(books.number("Pinball"), books.number("Year"))
                .hasSize(all.size() - 2);
        assertThat(numbers(list(APPS, "business_id", business), "page_tab_id"))
                .contains(books.number("Cup"))
                .hasSize(2);
    }

    private List<JsonNode> board(String campaign) {
        return list(CRM + "activities/" + books.number(campaign) + "/leaderboard");
    }

    private List<JsonNode> feed(Object... query) {
        return one(CRM + "activities", query).get("data").valueStream().toList();
    }

    private String of(String campaign) {
        return APPS + "/" + books.number(campaign);
    }

    private static Object[] window(@Nullable LocalDate from, @Nullable LocalDate to) {
        Stream<Object> query = Stream.of();
        query = from == null ? query : Stream.concat(query, Stream.of("start_date", from));
        return (to == null ? query : Stream.concat(query, Stream.of("end_date", to))).toArray();
    }

    private JsonNode one(String path, Object... query) {
        return api.get(path, query).mustBe(200).body();
    }

    private List<JsonNode> list(String path, Object... query) {
        return one(path, query).valueStream().toList();
    }

    private String made(String path, String uid, Object... form) {
        return text(api.post(path, form).mustBe(200).body().get(uid));
    }

    private static String text(JsonNode node) {
        return node.isNull() ? "null" : node.asString();
    }

    private static List<Long> numbers(List<JsonNode> rows, String field) {
        return rows.stream().map(row -> row.get(field).asLong()).toList();
    }

    private static <T> long count(List<T> all, Predicate<T> which) {
        return all.stream().filter(which).count();
    }

    private static <T> long sum(List<T> all, ToLongFunction<T> number) {
        return all.stream().mapToLong(number).sum();
    }
}
