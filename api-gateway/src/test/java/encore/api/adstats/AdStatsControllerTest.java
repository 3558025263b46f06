package encore.api.adstats;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.kernel.accounts.AccountId;
import encore.kernel.adstats.AdCampaignKey;
import encore.kernel.adstats.AdConversionsBuilder;
import encore.kernel.adstats.AdDay;
import encore.kernel.adstats.AdStats;
import encore.kernel.adstats.AdStatsCommand.AdStatsRow;
import encore.kernel.adstats.AdStatsCommand.RecordAdStats;
import encore.kernel.adstats.AdStatsQuery.FindAdStats;
import encore.kernel.adstats.AdStatsQuery.FindCampaignAdStats;
import encore.kernel.adstats.AdTraffic;
import encore.kernel.adstats.CampaignAdStats;
import encore.kernel.adstats.RecordedAdStats;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.time.Days;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdStatsControllerTest {

    private static final String IMPORT = "/api/v1/manage/ad_stats";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String WINDOW = "?start_date=2026-05-01&end_date=2026-05-31";
    private static final AdStats STATS = AdStats.of(
            "adnet",
            null,
            new BigDecimal("12.5"),
            new AdTraffic(1000L, 0L, 3L, 4L),
            AdConversionsBuilder.builder().conversionAmount(BigDecimal.TEN).build());

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(AdStatsController.class, ManagedAdStatsController.class);

    @BeforeEach
    void stats() {
        GATEWAY.backend
                .on(FindAdStats.class, query -> List.of(STATS))
                .on(
                        FindCampaignAdStats.class,
                        query -> new Page<>(
                                List.of(new CampaignAdStats(STATS, "act_1", "c1", "Tour", 3L)), "c1", "c1", false, 1))
                .on(
                        RecordAdStats.class,
                        command -> new RecordedAdStats(command.rows().size(), 1));
    }

    @Test
    void sums_are_flat_with_their_ratios() {
        assertThat(get("/api/v1/account_ad_stats" + WINDOW))
                .isEqualTo("[{\"network\":\"adnet\",\"budget_amount\":null,\"spend\":12.5,\"impressions\":1000,"
                        + "\"clicks\":0,\"conversion_amount\":10,\"conversion_count\":null,"
                        + "\"offline_conversion_amount\":null,\"offline_conversion_count\":null,"
                        + "\"custom_conversion_count\":null,\"custom_conversion_amount\":null,"
                        + "\"custom_offline_conversion_count\":null,\"custom_offline_conversion_amount\":null,"
                        + "\"roas\":0.8,\"cpc\":null,\"cpm\":12.5}]");
        assertThat(get("/api/v1/account_ad_stats_by_campaign" + WINDOW + "&network=adnet"))
                .endsWith("\"ad_account_key\":\"act_1\",\"campaign_key\":\"c1\",\"campaign_name\":\"Tour\","
                        + "\"link_clicks\":3}]");
        Days may = new Days(LocalDate.of(2026, 5, 1), LocalDate.of(2026, 5, 31));
        assertThat(GATEWAY.backend.asked)
                .contains(
                        new FindAdStats(7, may, null),
                        new FindCampaignAdStats(7, may, "adnet", new NextKey(null, 1_000)));
    }

    @ParameterizedTest
    @CsvSource({
        "?end_date=2026-05-31, start_date",
        "?start_date=2026-05-01, end_date",
        "?start_date=2026-05-02&end_date=2026-05-01, end_date",
        "?start_date=May&end_date=2026-05-01, start_date"
    })
    void a_wrong_window_is_named(String query, String field) {
        naming(
                GATEWAY.server()
                        .get()
                        .uri("/api/v1/account_ad_stats" + query)
                        .exchange()
                        .expectStatus(),
                field);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{\"network\":\"adnet\",\"ad_account_key\":\"act_1\",\"campaign_key\":\"c1\","
                        + "\"stat_date\":\"2026-05-01\",\"spend\":1.50,\"clicks\":2}]",
                "{\"ad_stats\":[{\"network\":\"adnet\",\"ad_account_key\":\"act_1\",\"campaign_key\":\"c1\","
                        + "\"stat_date\":\"2026-05-01\",\"spend\":\"1.5\",\"clicks\":\"2\"}]}"
            })
    void rows_are_recorded(String body) {
        GATEWAY.post(IMPORT, "application/json", body)
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"row_count\":1,\"changed_count\":1}");
        AdDay day = new AdDay(
                LocalDate.of(2026, 5, 1),
                null,
                null,
                new BigDecimal("1.5"),
                new AdTraffic(null, 2L, null, null),
                AdConversionsBuilder.builder().build());
        assertThat(GATEWAY.backend.sent)
                .isEqualTo(List.of(new RecordAdStats(
                        new AccountId(7), List.of(new AdStatsRow(new AdCampaignKey("adnet", "act_1", "c1"), day)))));
    }

    @ParameterizedTest
    @CsvSource({
        "'\"stat_date\":\"1999-12-31\"', ad_stats[0].stat_date",
        "'\"spend\":1', ad_stats[0].stat_date",
        "'\"stat_date\":\"2026-05-01\",\"spend\":-1', ad_stats[0].spend",
        "'\"stat_date\":\"2026-05-01\",\"spend\":0.00001', ad_stats[0].spend",
        "'\"stat_date\":\"2026-05-01\",\"clicks\":1.5', ad_stats[0].clicks",
        "'\"stat_date\":\"2026-05-01\",\"reach\":-1', ad_stats[0].reach"
    })
    void a_malformed_row_is_named_and_none_is_recorded(String rest, String field) {
        String row = "{\"network\":\"adnet\",\"ad_account_key\":\"act_1\",\"campaign_key\":\"c1\"," + rest + "}";
        naming(GATEWAY.post(IMPORT, "application/json", "[" + row + "]"), field);
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void an_import_has_rows() {
        naming(GATEWAY.post(IMPORT, FORM, "a=b"), "ad_stats");
    }

    private static String get(String path) {
        return GATEWAY.server()
                .get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }
}
