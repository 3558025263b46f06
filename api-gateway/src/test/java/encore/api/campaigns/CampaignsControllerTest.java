package encore.api.campaigns;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.CampaignQuery.ListCampaigns;
import encore.kernel.campaigns.CampaignQuery.ReadCampaign;
import encore.kernel.campaigns.CampaignQuery.SearchCampaigns;
import encore.kernel.paging.Page;
import encore.kernel.quizzes.QuizQuestion;
import encore.kernel.shows.ShowState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.WebTestClient;

class CampaignsControllerTest {

    private static final String KEY = "api_key=" + GatewayUnderTest.API_KEY;
    private static final Campaign SPRING =
            new Campaign(7, 100, AppType.TRIVIA, 5L, CampaignDetails.NONE, Instant.ofEpochSecond(500));

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(CampaignsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient anybody = GATEWAY.anybody();

    @BeforeEach
    void two_pages_of_campaigns() {
        backend.asked.clear();
        var publicQuestion = new QuizQuestion("uid", "Encore?", List.of("yes"), List.of(0), 0L, 1).withoutAnswers();
        backend.on(
                        ListCampaigns.class,
                        query -> new Page<>(
                                List.of(SPRING.row(query.now(), ShowState.PENDING)),
                                "1",
                                "1",
                                query.paging().after() == null,
                                1))
                .on(SearchCampaigns.class, query -> new Page<>(List.of(SPRING.crm(query.now())), "1", "1", false, 1))
                .on(
                        ReadCampaign.class,
                        query -> SPRING.single(query.now(), ShowState.OFF, null, List.of(), List.of(publicQuestion)))
                .on(FindCampaign.class, query -> SPRING);
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void a_key_alone_reads_all_pages_of_the_campaigns_wanted() {
        anybody.get()
                .uri("/api/v1/apps?" + KEY + "&app_type=trivia&is_scheduled=false&business_id=5")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.length()")
                .isEqualTo(2)
                .jsonPath("$[0].timezone")
                .isEqualTo("UTC")
                .jsonPath("$[0].live_status")
                .isEqualTo("pending");
        assertThat(backend.asked).hasSize(2).allSatisfy(each -> {
            ListCampaigns query = (ListCampaigns) each;
            assertThat(query.appType()).isEqualTo(AppType.TRIVIA);
            assertThat(query.isScheduled()).isFalse();
            assertThat(query.businessId()).isEqualTo(5);
        });
    }

    @Test
    void the_single_read_says_time_zone_and_no_kind_and_nothing_right() {
        anybody.get()
                .uri("/api/v1/apps/100?" + KEY + "&include_details=true")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.time_zone")
                .isEqualTo("UTC")
                .jsonPath("$.timezone")
                .doesNotExist()
                .jsonPath("$.app_type")
                .doesNotExist()
                .jsonPath("$.quiz_questions[0].options[0].answer_idx")
                .isEqualTo(0)
                .jsonPath("$.quiz_questions[0].right_answers")
                .doesNotExist();
        assertThat(((ReadCampaign) backend.asked.getFirst()).withDetails()).isTrue();
    }

    @Test
    void props_are_an_object_even_where_there_are_none() {
        anybody.get()
                .uri("/api/v1/apps/100/props?" + KEY)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{}");
    }

    @Test
    void the_crm_finds_campaigns_by_name_with_a_secret() {
        anybody.get()
                .uri("/api/v1/crm/campaigns?" + KEY)
                .exchange()
                .expectStatus()
                .isUnauthorized();
        GATEWAY.server()
                .get()
                .uri("/api/v1/crm/campaigns?q=spring")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$[0].account_id")
                .isEqualTo(7)
                .jsonPath("$[0].creation_timestamp_iso")
                .isEqualTo("1970-01-01T00:08:20Z");
        assertThat(((SearchCampaigns) backend.asked.getFirst()).q()).isEqualTo("spring");
    }

    @Test
    void an_unknown_kind_and_a_text_that_is_no_number_are_refused() {
        anybody.get()
                .uri("/api/v1/apps?" + KEY + "&app_type=Trivia")
                .exchange()
                .expectStatus()
                .isBadRequest();
        anybody.get()
                .uri("/api/v1/apps/spring?" + KEY)
                .exchange()
                .expectStatus()
                .isNotFound();
        assertThat(backend.asked).isEmpty();
    }
}
