package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Ad statistics and the currency of an account: what networks report, correct and report again. */
class AdStatsJourneyTest extends Journey {

    private static final String IMPORT = "/api/v1/manage/ad_stats";
    private static final String SUMS = "/api/v1/account_ad_stats";
    private static final String BY_CAMPAIGN = "/api/v1/account_ad_stats_by_campaign";

    private record Reported(String network, String campaign, String date, int spend, int clicks, int amount) {
        String json() {
            return "{\"network\":\"" + network + "\",\"ad_account_key\":\"act_1\",\"campaign_key\":\"" + campaign
                    + "\",\"stat_date\":\"" + date + "\",\"spend\":" + spend + ".25,\"clicks\":" + clicks
                    + ",\"impressions\":" + clicks * 100 + ",\"conversion_amount\":" + amount
                    + ",\"budget_amount\":100,\"campaign_name\":\"Tour " + date + "\"}";
        }

        BigDecimal spent() {
            return new BigDecimal(spend + ".25");
        }
    }

    @Test
    void a_currency_is_kept() {
        String settings = "/api/v1/manage/settings";
        assertThat(currency(api.get(settings))).isEqualTo("USD");
        assertThat(currency(api.post(settings, "currency", "chf"))).isEqualTo("CHF");
        assertThat(currency(api.get(settings))).isEqualTo("CHF");
        assertThat(api.post(settings, "currency", "gold")
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("currency");
        assertThat(currency(encore().newAccount().get(settings))).isEqualTo("USD");
    }

    private static String currency(Api.Answer settings) {
        return settings.mustBe(200).body().path("currency").asString();
    }

    @Test
    void sums_and_ratios_are_those_that_the_test_counts() {
        Random random = new Random(3);
        List<Reported> rows = new ArrayList<>();
        for (String network : List.of("adnet", "others")) {
            for (String campaign : List.of("a", "b")) {
                for (int day = 10; day < 30; day++) {
                    rows.add(new Reported(
                            network,
                            campaign,
                            "2026-05-" + day,
                            random.nextInt(50),
                            1 + random.nextInt(40),
                            random.nextInt(90)));
                }
            }
        }
        report(rows, rows.size());
        report(rows, 0);
        Reported old = rows.get(3);
        rows.set(3, new Reported(old.network(), old.campaign(), old.date(), 77, 12, 3));
        report(List.of(rows.get(3)), 1);

        JsonNode networks = ask(SUMS, "2026-05-12", "2026-05-20");
        assertThat(networks.valueStream().map(row -> row.get("network").asString()))
                .containsExactly("adnet", "others");
        networks.forEach(shown -> {
            check(shown, within(rows, shown.get("network").asString(), null));
            assertThat(shown.get("budget_amount").asInt()).isEqualTo(200);
            assertThat(shown.get("offline_conversion_count").isNull()).isTrue();
        });
        JsonNode campaigns = ask(BY_CAMPAIGN, "2026-05-12", "2026-05-20");
        assertThat(campaigns.size()).isEqualTo(4);
        campaigns.forEach(shown -> {
            check(
                    shown,
                    within(
                            rows,
                            shown.get("network").asString(),
                            shown.get("campaign_key").asString()));
            assertThat(shown.get("campaign_name").asString()).isEqualTo("Tour 2026-05-20");
            assertThat(shown.get("ad_account_key").asString()).isEqualTo("act_1");
            assertThat(shown.get("link_clicks").isNull()).isTrue();
        });
        assertThat(api.get(SUMS, "start_date", "2026-05-12", "end_date", "2026-05-20", "network", "others")
                        .mustBe(200)
                        .body()
                        .size())
                .isEqualTo(1);
        assertThat(ask(SUMS, "2027-01-01", "2027-12-31").size()).isZero();
    }

    private void report(List<Reported> rows, int changed) {
        String list = "[" + String.join(",", rows.stream().map(Reported::json).toList()) + "]";
        assertThat(api.postJson(IMPORT, list).mustBe(200).text())
                .isEqualTo("{\"row_count\":" + rows.size() + ",\"changed_count\":" + changed + "}");
    }

    private JsonNode ask(String path, String from, String to) {
        return api.get(path, "start_date", from, "end_date", to).mustBe(200).body();
    }

    private static List<Reported> within(List<Reported> rows, String network, String campaign) {
        return rows.stream()
                .filter(row -> row.network().equals(network))
                .filter(row -> campaign == null || row.campaign().equals(campaign))
                .filter(row ->
                        row.date().compareTo("2026-05-12") >= 0 && row.date().compareTo("2026-05-20") <= 0)
                .toList();
    }

    private static void check(JsonNode shown, List<Reported> rows) {
        BigDecimal spend = rows.stream().map(Reported::spent).reduce(BigDecimal.ZERO, BigDecimal::add);
        long clicks = rows.stream().mapToLong(Reported::clicks).sum();
        long amount = rows.stream().mapToLong(Reported::amount).sum();
        assertThat(shown.get("spend").decimalValue()).isEqualByComparingTo(spend);
        assertThat(shown.get("clicks").asLong()).isEqualTo(clicks);
        assertThat(shown.get("impressions").asLong()).isEqualTo(clicks * 100);
        assertThat(shown.get("roas").decimalValue()).isEqualByComparingTo(ratio(BigDecimal.valueOf(amount), spend));
        assertThat(shown.get("cpc").decimalValue()).isEqualByComparingTo(ratio(spend, BigDecimal.valueOf(clicks)));
        assertThat(shown.get("cpm").decimalValue())
                .isEqualByComparingTo(
                        ratio(spend.multiply(BigDecimal.valueOf(1_000)), BigDecimal.valueOf(clicks * 100)));
    }

    private static BigDecimal ratio(BigDecimal of, BigDecimal to) {
        return of.divide(to, 6, RoundingMode.HALF_UP);
    }
}
