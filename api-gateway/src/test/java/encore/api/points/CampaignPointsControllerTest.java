package encore.api.points;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.PointsQuery.FindCampaignPoints;
import encore.kernel.points.PointsQuery.SumCampaignPoints;
import encore.kernel.points.ledgers.CampaignPoint;
import encore.kernel.points.ledgers.CampaignPoints;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.time.AsOf;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.WebTestClient;

class CampaignPointsControllerTest {

    private static final String ONE = "/api/v1/apps/100";

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(CampaignPointsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void two_pages_of_points() {
        backend.asked.clear();
        var point = new CampaignPoint(42, -5, Instant.ofEpochSecond(1_000), null);
        backend.on(SumCampaignPoints.class, query -> new CampaignPoints(-10))
                .on(
                        FindCampaignPoints.class,
                        query -> new Page<>(
                                List.of(point), "k", "k", query.paging().after() == null, 1));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void points_are_summed_from_second_to_second() {
        client.get()
                .uri(ONE + "/total_points?start_timestamp=1970-01-01T00:16:40&end_timestamp=2000&as_of=position:7")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"total_points\": -10}");
        var secondRange = new SecondRange(Instant.ofEpochSecond(1_000), Instant.ofEpochSecond(2_000));
        assertThat(backend.asked).isEqualTo(List.of(new SumCampaignPoints(7, 100, secondRange, AsOf.of(7))));
    }

    @Test
    void records_are_written_page_by_page() {
        client.get()
                .uri(ONE + "/simple_points")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("[{\"fan_id\": 42, \"point_count\": -5, \"creation_timestamp\": 1000,"
                        + " \"creation_timestamp_iso\": \"1970-01-01T00:16:40Z\"}, {\"fan_id\": 42}]");
        assertThat(backend.asked)
                .isEqualTo(List.of(
                        new FindCampaignPoints(7, 100, SecondRange.ALL, new NextKey(null, 1_000), null),
                        new FindCampaignPoints(7, 100, SecondRange.ALL, new NextKey("k", 1_000), null)));
    }

    @Test
    void an_end_before_the_start_is_named() {
        for (String path : List.of("/total_points", "/simple_points")) {
            client.get()
                    .uri(ONE + path + "?start_timestamp=2000&end_timestamp=1999")
                    .exchange()
                    .expectStatus()
                    .isBadRequest()
                    .expectBody()
                    .jsonPath("$.errors[0].field")
                    .isEqualTo("end_timestamp");
        }
        assertThat(backend.asked).isEmpty();
    }
}
