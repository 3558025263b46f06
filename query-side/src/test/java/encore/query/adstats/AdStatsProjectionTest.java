package encore.query.adstats;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.adstats.AdAccountStats;
import encore.kernel.adstats.AdCampaignId;
import encore.kernel.adstats.AdCampaignKey;
import encore.kernel.adstats.AdConversions;
import encore.kernel.adstats.AdConversionsBuilder;
import encore.kernel.adstats.AdDay;
import encore.kernel.adstats.AdStats;
import encore.kernel.adstats.AdStatsEvent.AdDaysRecorded;
import encore.kernel.adstats.AdStatsQuery.FindAdAccountStats;
import encore.kernel.adstats.AdStatsQuery.FindAdStats;
import encore.kernel.adstats.AdStatsQuery.FindCampaignAdStats;
import encore.kernel.adstats.AdTraffic;
import encore.kernel.adstats.CampaignAdStats;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.time.Days;
import encore.query.ProjectionUnderTest;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdStatsProjectionTest {

    private static final AdConversions NONE = AdConversionsBuilder.builder().build();
    private static final AdTraffic NO_TRAFFIC = traffic(null, null);
    private static final AdCampaignKey TOUR = new AdCampaignKey("adnet", "act_1", "tour");
    private static final AdCampaignKey SHOP = new AdCampaignKey("adnet", "act_2", "shop");
    private static final AdCampaignKey OTHER = new AdCampaignKey("others", "act_1", "tour");

    private final ProjectionUnderTest<AdStatsProjection> stats = new ProjectionUnderTest<>(AdStatsProjection::new);

    @AfterEach
    void close() {
        stats.close();
    }

    @Test
    void without_rows_there_is_nothing() {
        assertThat(networks("2026-01-01", "2026-12-31", null)).isEmpty();
        assertThat(campaigns("2026-01-01", "2026-12-31")).isEmpty();
        assertThat(account("adnet", "act_1")).isEqualTo(new AdAccountStats(null, NO_TRAFFIC, NONE));
    }

    @Test
    void a_row_replaces_and_what_no_row_has_is_null() {
        given(TOUR, day("2026-05-01", "Tour", "100", "10.5", traffic(1000L, 5L), NONE));
        given(TOUR, day("2026-05-01", "Tour", "100", "12.25", traffic(null, 7L), NONE));
        AdStats sum = networks("2026-05-01", "2026-05-01", "adnet").getFirst();
        assertThat(sum.spend()).isEqualTo("12.25");
        assertThat(sum.clicks()).isEqualTo(7);
        assertThat(sum.impressions()).isNull();
        assertThat(sum.cpm()).isNull();
        assertThat(sum.cpc()).isEqualTo("1.75");
        assertThat(sum.roas()).isNull();
        assertThat(sum.conversions()).isEqualTo(NONE);
        assertThat(networks("2026-05-02", "2026-05-02", null)).isEmpty();
        assertThat(networks("2026-05-01", "2026-05-01", "Adnet")).isEmpty();
    }

    @Test
    void name_and_budget_are_the_latest_and_budgets_are_summed_over_campaigns() {
        given(
                TOUR,
                day("2026-05-02", null, null, "1", NO_TRAFFIC, NONE),
                day("2025-12-31", "Old", "300", "1", NO_TRAFFIC, NONE),
                day("2026-05-01", "New", "100", "1", NO_TRAFFIC, NONE));
        given(SHOP, day("2026-05-01", "Shop", "0.5", "1", NO_TRAFFIC, NONE));
        given(OTHER, day("2026-05-01", null, null, null, NO_TRAFFIC, NONE));
        assertThat(networks("2025-12-31", "2026-05-31", null))
                .extracting(AdStats::network, AdStats::budgetAmount)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("adnet", new BigDecimal("100.5")),
                        org.assertj.core.groups.Tuple.tuple("others", null));
        assertThat(campaigns("2025-01-01", "2025-12-31"))
                .extracting(CampaignAdStats::campaignName)
                .containsExactly("Old");
        assertThat(campaigns("2025-01-01", "2026-12-31"))
                .extracting(CampaignAdStats::campaignName)
                .containsExactly("New", "Shop", null);
    }

    @Test
    void ratios_are_of_sums_and_by_zero_null() {
        given(
                TOUR,
                day("2026-05-01", null, null, "10", traffic(1000L, 1L), conversions("7", null)),
                day("2026-05-02", null, null, "20", traffic(2000L, 6L), conversions("1", "2.5")));
        AdStats sum = networks("2026-05-01", "2026-05-02", null).getFirst();
        assertThat(sum.roas()).isEqualTo("0.35");
        assertThat(sum.cpc()).isEqualTo("4.285714");
        assertThat(sum.cpm()).isEqualTo("10");
        given(SHOP, day("2027-05-01", null, null, "0", traffic(0L, 0L), conversions("7", null)));
        AdStats free = networks("2027-01-01", "2027-12-31", null).getFirst();
        assertThat(free.roas()).isNull();
        assertThat(free.cpc()).isNull();
        assertThat(free.cpm()).isNull();
    }

    @Test
    void accounts_see_their_own_rows_and_a_replay_is_the_same() {
        given(TOUR, day("2026-05-01", "Tour", "100", "10.5", traffic(1000L, 5L), NONE));
        stats.given(new AdDaysRecorded(
                AdCampaignId.of(8, TOUR), TOUR, List.of(day("2026-05-01", "x", "1", "99", NO_TRAFFIC, NONE))));
        assertThat(networks("2026-05-01", "2026-05-01", null)).hasSize(1);
        assertThat(account("adnet", "act_1").spend()).isEqualTo("10.5");
        assertThat(account("adnet", "act_2").spend()).isNull();
        try (var again = stats.replayed()) {
            assertThat(again.checksums()).isEqualTo(stats.checksums());
        }
    }

    @Test
    void random_rows_add_up_to_what_the_test_counts() {
        Random random = new Random(42);
        Map<String, AdDay> newest = new HashMap<>();
        for (int i = 0; i < 500; i++) {
            AdCampaignKey key = List.of(TOUR, SHOP, OTHER).get(random.nextInt(3));
            LocalDate date = LocalDate.of(2025, 10, 1).plusDays(random.nextInt(200));
            AdDay day = day(
                    date.toString(),
                    null,
                    null,
                    BigDecimal.valueOf(random.nextInt(1_000_000), 4)
                            .stripTrailingZeros()
                            .toPlainString(),
                    traffic((long) random.nextInt(9_999), (long) random.nextInt(99)),
                    conversions(String.valueOf(random.nextInt(500)), "0.25"));
            given(key, day);
            newest.put(key + "/" + date, day);
        }
        LocalDate from = LocalDate.of(2025, 11, 3);
        LocalDate to = LocalDate.of(2026, 2, 2);
        for (AdStats shown : networks(from.toString(), to.toString(), null)) {
            List<AdDay> rows = new ArrayList<>();
            newest.forEach((where, day) -> {
                if (where.contains("network=" + shown.network() + ",")
                        && !day.statDate().isBefore(from)
                        && !day.statDate().isAfter(to)) {
                    rows.add(day);
                }
            });
            BigDecimal spend = rows.stream().map(AdDay::spend).reduce(BigDecimal.ZERO, BigDecimal::add);
            BigDecimal amounts = rows.stream()
                    .map(row -> row.conversions()
                            .conversionAmount()
                            .add(row.conversions().offlineConversionAmount()))
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
            long clicks = rows.stream().mapToLong(row -> row.traffic().clicks()).sum();
            assertThat(shown.spend()).isEqualByComparingTo(spend);
            assertThat(shown.clicks()).isEqualTo(clicks);
            assertThat(shown.roas()).isEqualByComparingTo(amounts.divide(spend, 6, RoundingMode.HALF_UP));
            assertThat(shown.cpc())
                    .isEqualByComparingTo(spend.divide(BigDecimal.valueOf(clicks), 6, RoundingMode.HALF_UP));
        }
    }

    private void given(AdCampaignKey key, AdDay... days) {
        stats.given(new AdDaysRecorded(AdCampaignId.of(7, key), key, List.of(days)));
    }

    private static AdDay day(
            String date, String name, String budget, String spend, AdTraffic traffic, AdConversions conversions) {
        return new AdDay(
                LocalDate.parse(date),
                name,
                budget == null ? null : new BigDecimal(budget),
                spend == null ? null : new BigDecimal(spend),
                traffic,
                conversions);
    }

    private static AdTraffic traffic(Long impressions, Long clicks) {
        return new AdTraffic(impressions, clicks, null, null);
    }

    private static AdConversions conversions(String amount, String offline) {
        return AdConversionsBuilder.builder()
                .conversionAmount(new BigDecimal(amount))
                .offlineConversionAmount(offline == null ? null : new BigDecimal(offline))
                .build();
    }

    private List<AdStats> networks(String from, String to, String network) {
        Days days = new Days(LocalDate.parse(from), LocalDate.parse(to));
        return stats.read(documents -> stats.projection().find(new FindAdStats(7, days, network), documents));
    }

    private List<CampaignAdStats> campaigns(String from, String to) {
        Days days = new Days(LocalDate.parse(from), LocalDate.parse(to));
        List<CampaignAdStats> rows = new ArrayList<>();
        boolean more = true;
        String after = null;
        while (more) {
            var query = new FindCampaignAdStats(7, days, null, new NextKey(after, 1));
            Page<CampaignAdStats> page =
                    stats.read(documents -> stats.projection().find(query, documents));
            rows.addAll(page.rows());
            after = page.last();
            more = page.more();
        }
        return rows;
    }

    private AdAccountStats account(String network, String key) {
        var query = new FindAdAccountStats(7, Days.ALL, network, key);
        return stats.read(documents -> stats.projection().find(query, documents));
    }
}
