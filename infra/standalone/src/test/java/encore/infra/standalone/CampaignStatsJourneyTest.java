package encore.infra.standalone;

import static encore.infra.standalone.CampaignBooks.text;
import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.CampaignBooks.Day;
import encore.infra.standalone.CampaignBooks.Entry;
import encore.infra.standalone.CampaignBooks.Fan;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Campaigns' numbers: every one that is shown is worked out again from what was sent. */
class CampaignStatsJourneyTest extends Journey {

    private static final String APPS = "/api/v1/apps/";
    private static final String ANN = "fan1@fans.example";

    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);
    private CampaignBooks books = new CampaignBooks(api);

    @BeforeEach
    void new_books() {
        books = new CampaignBooks(api);
    }

    @Test
    void numbers_follow_what_fans_do_what_they_become_and_what_is_reported() {
        books.campaign("Spring");
        books.campaign("Autumn");
        for (int i = 0; i < 30; i++) {
            books.enter("Spring", email(i % 12), i % 3 == 0 ? "MA" : "NY", said(i % 5 == 0), said(i % 7 == 0));
            books.enter("Autumn", email(i % 4), "MA", "false", said(i % 11 == 0));
        }
        books.enter("Spring", "nowhere@fans.example", "", "", "");
        books.enter("Elsewhere", "elsewhere@fans.example", "MA", "true", "true");
        books.report("Spring", today.minusDays(1), 10, 1);
        books.report("Spring", today, 25, 2);
        books.report("Autumn", today, 7, 3);
        allIsAsWorkedOut();

        books.change(ANN, "country_code", "CA", "province", "BC", "is_subscribed", true);
        books.change(email(2), "is_subscribed", false, "is_phone_subscribed", false);
        books.change(email(3), "country_code", "AT", "province", "");
        books.report("Spring", today, 20, 0);
        assertThat(stats("Spring", null, null).get("geo_stats").toString()).contains("BC");
        allIsAsWorkedOut();

        books.erase(ANN);
        assertThat(stats("Spring", null, null).get("geo_stats").toString()).doesNotContain("BC");
        allIsAsWorkedOut();

        api.post(books.managed("Autumn"), "name", "Fall").mustBe(200);
        assertThat(stats("Autumn", null, null).get("name").asString()).isEqualTo("Fall");
    }

    @Test
    void a_bundle_shows_its_campaigns_and_sums_them() {
        for (String name : List.of("Spring", "Autumn", "Winter")) {
            books.campaign(name);
            books.report(name, today, 10L * name.length() + name.charAt(0), 3);
            books.report(name, today.minusDays(2), 7, name.length());
        }
        for (int i = 0; i < 12; i++) {
            books.enter(i % 3 == 0 ? "Spring" : "Winter", email(i), "MA", said(i % 4 == 0), said(i == 5));
        }
        bundleIsAsWorkedOut("Spring", List.of("Spring"));
        books.campaign("Year");
        books.report("Year", today, 1_000, 1_000);
        books.enter("Year", email(0), "MA", "true", "");
        String bundled = "bundled_page_tab_ids";
        api.post(
                        books.managed("Year"),
                        bundled,
                        books.number("Winter"),
                        bundled,
                        books.number("Spring"),
                        bundled,
                        books.number("Autumn"))
                .mustBe(200);
        bundleIsAsWorkedOut("Year", List.of("Winter", "Spring", "Autumn"));
        assertThat(stats("Year", null, null).get("total_entries").asLong()).isEqualTo(1);

        api.delete(books.managed("Spring")).mustBe(200);
        bundleIsAsWorkedOut("Year", List.of("Winter", "Autumn"));
        for (String numbers : List.of("/stats", "/bundle_stats")) {
            api.get(APPS + books.number("Spring") + numbers).mustBe(404);
            assertThat(api.get(APPS + books.number("Year") + numbers, window(today, today.minusDays(1)))
                            .mustBe(400)
                            .body()
                            .at("/errors/0/field")
                            .asString())
                    .isEqualTo("end_date");
        }
    }

    private static String email(int fan) {
        return "fan" + fan + "@fans.example";
    }

    private static String said(boolean yes) {
        return Boolean.toString(yes);
    }

    private JsonNode stats(String campaign, @Nullable LocalDate from, @Nullable LocalDate to) {
        return api.get(APPS + books.number(campaign) + "/stats", window(from, to))
                .mustBe(200)
                .body();
    }

    private static Object[] window(@Nullable LocalDate from, @Nullable LocalDate to) {
        List<Object> query = new ArrayList<>();
        if (from != null) {
            query.addAll(List.of("start_date", from));
        }
        if (to != null) {
            query.addAll(List.of("end_date", to));
        }
        return query.toArray();
    }

    private void allIsAsWorkedOut() {
        for (String campaign : List.of("Spring", "Autumn")) {
            asWorkedOut(campaign, null, null, books.entries(campaign));
            asWorkedOut(campaign, today, today.plusDays(1), books.entries(campaign));
            asWorkedOut(campaign, null, today.minusDays(1), List.of());
            asWorkedOut(campaign, today.plusDays(2), null, List.of());
        }
    }

    private void asWorkedOut(String campaign, @Nullable LocalDate from, @Nullable LocalDate to, List<Entry> entries) {
        List<Fan> distinct =
                entries.stream().map(Entry::email).distinct().map(books::fan).toList();
        JsonNode shown = stats(campaign, from, to);
        assertThat(shown.get("name").asString()).isEqualTo(campaign);
        assertThat(numbers(shown, "page_tab_id", "total_entries", "fan_count"))
                .containsExactly(books.number(campaign), (long) entries.size(), (long) distinct.size());
        assertThat(numbers(shown, "email_subscribers", "phone_subscribers", "subscribers"))
                .containsExactly(
                        count(distinct, Fan::byEmail),
                        count(distinct, Fan::byPhone),
                        count(distinct, fan -> fan.byEmail() || fan.byPhone()));
        assertThat(shown.get("views").asLong())
                .isEqualTo(books.days(campaign, from, to).stream()
                        .mapToLong(Day::views)
                        .sum());
        Map<String, Long> places = distinct.stream()
                .filter(fan -> fan.country() != null || fan.province() != null)
                .collect(Collectors.groupingBy(fan -> fan.country() + "/" + fan.province(), Collectors.counting()));
        assertThat(shown.get("geo_stats")
                        .valueStream()
                        .collect(Collectors.toMap(
                                place -> text(place.get("country_code")) + "/" + text(place.get("province")),
                                place -> place.get("fan_count").asLong())))
                .isEqualTo(places);
        assertThat(shown.get("geo_stats")
                        .valueStream()
                        .map(place -> place.get("fan_count").asLong()))
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    private static long count(List<Fan> fans, Predicate<Fan> which) {
        return fans.stream().filter(which).count();
    }

    private void bundleIsAsWorkedOut(String bundle, List<String> bundled) {
        bundleIsAsWorkedOut(bundle, bundled, null, null, true);
        bundleIsAsWorkedOut(bundle, bundled, today, today.plusDays(1), true);
        bundleIsAsWorkedOut(bundle, bundled, null, today.minusDays(1), false);
    }

    /** @param entered whether all was done on these days, or nothing */
    private void bundleIsAsWorkedOut(
            String bundle, List<String> bundled, @Nullable LocalDate from, @Nullable LocalDate to, boolean entered) {
        JsonNode shown = api.get(APPS + books.number(bundle) + "/bundle_stats", window(from, to))
                .mustBe(200)
                .body();
        assertThat(shown.get("bundles").valueStream().map(row -> row.get("name").asString()))
                .isEqualTo(bundled);
        long[] sums = new long[4];
        for (JsonNode row : shown.get("bundles")) {
            String name = row.get("name").asString();
            List<Day> seen = books.days(name, from, to);
            List<Entry> done = entered ? books.entries(name) : List.of();
            long[] expected = {
                seen.stream().mapToLong(Day::views).sum(),
                seen.stream().mapToLong(Day::shares).sum(),
                done.size(),
                done.stream().filter(Entry::optsIn).count()
            };
            assertThat(numbers(row, "views", "shares", "entries", "opt_ins")).isEqualTo(expected);
            assertThat(numbers(row, "page_tab_id", "max_views"))
                    .containsExactly(
                            books.number(name),
                            seen.stream().mapToLong(Day::views).max().orElse(0));
            for (int i = 0; i < sums.length; i++) {
                sums[i] += expected[i];
            }
        }
        JsonNode summary = shown.get("summary");
        assertThat(numbers(summary, "total_views", "total_shares", "total_entries", "total_optins"))
                .isEqualTo(sums);
        assertThat(text(summary.get("start_date"))).isEqualTo(from == null ? null : from.toString());
        assertThat(text(summary.get("end_date"))).isEqualTo(to == null ? null : to.toString());
    }

    private static long[] numbers(JsonNode row, String... fields) {
        return List.of(fields).stream()
                .mapToLong(field -> row.get(field).asLong())
                .toArray();
    }
}
