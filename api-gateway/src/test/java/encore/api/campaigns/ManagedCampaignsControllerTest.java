package encore.api.campaigns;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignCommand.ChangeCampaign;
import encore.kernel.campaigns.CampaignCommand.CreateCampaign;
import encore.kernel.campaigns.CampaignCommand.DeleteCampaign;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.CampaignQuery.ListManagedCampaigns;
import encore.kernel.campaigns.SavedCampaign;
import encore.kernel.paging.Page;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.json.JsonMapper;

class ManagedCampaignsControllerTest {

    private static final String APPS = "/api/v1/manage/apps";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final CampaignId SPRING = new CampaignId(7, 100);
    private static final CampaignDetails WHOLE = CampaignDetailsBuilder.builder()
            .name("Spring")
            .isActive(false)
            .startTimestamp(Instant.ofEpochSecond(1_000))
            .endTimestamp(Instant.ofEpochSecond(2_000))
            .timezone(ZoneId.of("Europe/Vienna"))
            .rules("the rules")
            .props(JsonMapper.shared().createObjectNode().put("a", 1))
            .socialAppKey("key")
            .bundledPageTabIds(List.of(5L, 6L))
            .build();

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(ManagedCampaignsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_campaign() {
        backend.sent.clear();
        backend.asked.clear();
        var campaign = new Campaign(7, 100, AppType.TRIVIA, 5L, WHOLE, Instant.ofEpochSecond(500));
        backend.on(CreateCampaign.class, command -> new SavedCampaign(100))
                .on(ChangeCampaign.class, command -> new SavedCampaign(100))
                .on(DeleteCampaign.class, command -> new SavedCampaign(100))
                .on(FindCampaign.class, query -> campaign)
                .on(ListManagedCampaigns.class, query -> new Page<>(List.of(campaign.managed()), "1", "1", false, 1));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM
                        + " | name=Spring&app_type=trivia&business_id=5&is_active=false&start_timestamp=1000&end_timestamp="
                        + "1970-01-01T00:33:20&timezone=Europe/Vienna&rules=the+rules&props=%7B%22a%22:1%7D&social_app_key=key"
                        + "&bundled_page_tab_ids=5&bundled_page_tab_ids=6",
                "application/json"
                        + " | {\"name\": \"Spring\", \"app_type\": \"trivia\", \"business_id\": 5, \"is_active\": false,"
                        + " \"start_timestamp\": 1000, \"end_timestamp\": 2000, \"timezone\": \"Europe/Vienna\","
                        + " \"rules\": \"the rules\", \"props\": {\"a\": 1}, \"social_app_key\": \"key\","
                        + " \"bundled_page_tab_ids\": [5, 6]}"
            })
    void a_campaign_is_made_and_answered_as_it_was_entered(String type, String body) {
        GATEWAY.post(APPS, type, body)
                .isOk()
                .expectBody()
                .json("{\"page_tab_id\": 100, \"name\": \"Spring\", \"app_type\": \"trivia\", \"is_active\": false,"
                        + " \"start_timestamp\": 1000, \"timezone\": \"Europe/Vienna\", \"privacy\": null,"
                        + " \"props\": {\"a\": 1}, \"bundled_page_tab_ids\": [5, 6]}");
        CreateCampaign sent = (CreateCampaign) backend.sent.getFirst();
        assertThat(sent)
                .isEqualTo(new CreateCampaign(new CampaignId(7, sent.campaign().number()), AppType.TRIVIA, 5L, WHOLE));
        assertThat(backend.asked).isEqualTo(List.of(new FindCampaign(7, 100)));
    }

    @Test
    void a_change_says_what_stays_what_is_new_and_what_goes() {
        GATEWAY.post(APPS + "/100", FORM, "name=Summer&rules=&props=&bundled_page_tab_ids=")
                .isOk();
        CampaignDetails given = CampaignDetailsBuilder.builder()
                .name("Summer")
                .bundledPageTabIds(List.of())
                .build();
        assertThat(backend.sent)
                .isEqualTo(
                        List.of(new ChangeCampaign(SPRING, null, null, new Patch<>(given, Set.of("rules", "props")))));
    }

    @ParameterizedTest
    @CsvSource({
        "name=Spring, app_type",
        "app_type=Trivia, app_type",
        "app_type=trivia&timezone=Vienna, timezone",
        "app_type=trivia&props=[1], props",
        "app_type=trivia&business_id=0, business_id",
        "app_type=trivia&bundled_page_tab_ids=0, bundled_page_tab_ids",
        "app_type=trivia&start_timestamp=soon, start_timestamp",
    })
    void the_field_of_an_invalid_value_is_named(String form, String field) {
        naming(GATEWAY.post(APPS, FORM, form), field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void texts_have_their_bounds() {
        naming(GATEWAY.post(APPS, FORM, "app_type=trivia&name=" + "x".repeat(256)), "name");
        naming(GATEWAY.post(APPS, FORM, "app_type=trivia&terms=" + "x".repeat(100_001)), "terms");
        GATEWAY.post(APPS, FORM, "app_type=trivia&terms=" + "x".repeat(100_000)).isOk();
    }

    @Test
    void campaigns_are_listed_read_and_deleted() {
        client.get()
                .uri(APPS)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$[0].page_tab_id")
                .isEqualTo(100);
        client.get().uri(APPS + "/100").exchange().expectStatus().isOk();
        client.get().uri(APPS + "/spring").exchange().expectStatus().isNotFound();
        client.delete()
                .uri(APPS + "/100")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent).isEqualTo(List.of(new DeleteCampaign(SPRING)));
    }

    private static void naming(StatusAssertions status, String field) {
        status.isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .value(String.class, named -> assertThat(named).startsWith(field));
    }
}
