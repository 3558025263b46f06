package encore.api.campaignviews;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaignviews.DailyViews;
import encore.kernel.campaignviews.ViewsCommand.ReportViews;
import encore.kernel.campaignviews.ViewsId;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

class ViewsControllerTest {

    private static final String ONE = "/api/v1/manage/apps/100";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";
    private static final CampaignId SPRING = new CampaignId(7, 100);
    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(ViewsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void everything_is_done() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(ReportViews.class, command -> new DailyViews(command.views().day(), 1, 2));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void views_are_reported_of_a_day() {
        post("/views", JSON, "{\"view_date\": \"2026-03-01\", \"view_count\": 1}")
                .isOk()
                .expectBody()
                .json("{\"view_date\": \"2026-03-01\", \"view_count\": 1, \"share_count\": 2}");
        post("/views/2026-03-01", FORM, "share_count=2").isOk();
        var day = new ViewsId(SPRING, LocalDate.of(2026, 3, 1));
        assertThat(backend.sent).isEqualTo(List.of(new ReportViews(day, 1L, null), new ReportViews(day, null, 2L)));
        naming(post("/views", FORM, "view_date=2026-02-30"), "view_date");
        naming(post("/views", FORM, "view_date=2026-03-01&view_count=-1"), "view_count");
        client.get().uri(ONE + "/views/today").exchange().expectStatus().isNotFound();
    }

    private StatusAssertions post(String path, String type, String body) {
        return GATEWAY.post(ONE + path, type, body);
    }
}
