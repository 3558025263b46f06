package encore.api.campaignstats;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.campaignstats.BundleStats;
import encore.kernel.campaignstats.CampaignStats;
import encore.kernel.campaignstats.CampaignStatsQuery.FindBundleStats;
import encore.kernel.campaignstats.CampaignStatsQuery.FindCampaignStats;
import encore.kernel.campaignstats.PlaceFanCount;
import encore.kernel.time.Days;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.WebTestClient;

class CampaignStatsControllerTest {

    private static final String ONE = "/api/v1/apps/100";

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(CampaignStatsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void numbers_of_campaigns() {
        backend.asked.clear();
        var places = List.of(new PlaceFanCount("US", "MA", 2), new PlaceFanCount("AT", null, 1));
        backend.on(FindCampaignStats.class, query -> new CampaignStats(100, "Spring", 9, 8, 70, places, 6, 5, 4))
                .on(
                        FindBundleStats.class,
                        query -> BundleStats.of(
                                query.days(), List.of(new BundleStats.Bundle("Spring", 100, 70, 3, 9, 2, 40))));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void numbers_are_asked_for_by_days_and_answered_whole() {
        client.get()
                .uri(ONE + "/stats?start_date=2026-03-01&end_date=2026-03-01")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"page_tab_id\":100,\"name\":\"Spring\",\"total_entries\":9,\"fan_count\":8,\"views\":70,"
                        + "\"geo_stats\":[{\"country_code\":\"US\",\"province\":\"MA\",\"fan_count\":2},"
                        + "{\"country_code\":\"AT\",\"province\":null,\"fan_count\":1}],"
                        + "\"subscribers\":6,\"phone_subscribers\":5,\"email_subscribers\":4}");
        LocalDate day = LocalDate.of(2026, 3, 1);
        assertThat(backend.asked).isEqualTo(List.of(new FindCampaignStats(7, 100, new Days(day, day))));
    }

    @Test
    void a_bundle_has_a_summary_of_the_days_asked_for() {
        client.get()
                .uri(ONE + "/bundle_stats?start_date=2026-03-01")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"summary\":{\"start_date\":\"2026-03-01\",\"end_date\":null,\"total_views\":70,"
                        + "\"total_shares\":3,\"total_entries\":9,\"total_optins\":2},"
                        + "\"bundles\":[{\"name\":\"Spring\",\"page_tab_id\":100,\"views\":70,\"shares\":3,"
                        + "\"entries\":9,\"opt_ins\":2,\"max_views\":40}]}");
        assertThat(backend.asked)
                .isEqualTo(List.of(new FindBundleStats(7, 100, new Days(LocalDate.of(2026, 3, 1), null))));
    }

    @Test
    void the_field_is_named_of_an_invalid_day_and_of_an_end_before_the_start() {
        for (String path : List.of("/stats", "/bundle_stats")) {
            refused(path + "?start_date=2026-03-02&end_date=2026-03-01", "end_date");
            refused(path + "?start_date=2026-02-30", "start_date");
        }
        assertThat(backend.asked).isEmpty();
    }

    @Test
    void a_key_alone_reads_no_numbers() {
        GATEWAY.anybody()
                .get()
                .uri(ONE + "/stats?api_key=" + GatewayUnderTest.API_KEY)
                .exchange()
                .expectStatus()
                .isUnauthorized();
    }

    private void refused(String uri, String field) {
        client.get()
                .uri(ONE + uri)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
    }
}
