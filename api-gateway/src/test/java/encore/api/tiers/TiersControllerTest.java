package encore.api.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Refusal;
import encore.kernel.tiers.FanTier;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.PointTierUid;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TiersCommand.AddTier;
import encore.kernel.tiers.TiersCommand.ChangeTier;
import encore.kernel.tiers.TiersQuery.FindFanTier;
import encore.kernel.tiers.TiersQuery.FindSavedTier;
import encore.kernel.tiers.TiersQuery.FindTiers;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;

class TiersControllerTest {

    private static final PointTiersId TIERS = new PointTiersId(7, "cd");
    private static final PointTier GOLD =
            new PointTier("t1", 7, "cd", "discs", "Gold", 100, Instant.parse("2026-03-01T12:00:00Z"));
    private static final String GOLD_JSON = """
            {"point_tier_uid": "t1", "account_id": 7, "point_uid": "cd", "point_name": "discs", "tier_name": "Gold",
             "min_points": 100, "creation_timestamp": 1772366400}""";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(TiersController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_tier() {
        backend.on(FindTiers.class, query -> List.of(GOLD))
                .on(FindSavedTier.class, query -> GOLD)
                .on(AddTier.class, command -> new PointTierUid("t1"))
                .on(ChangeTier.class, command -> new PointTierUid(command.pointTierUid()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/crm/points/cd/point_tiers", "/api/v1/crm/point_tiers/cd"})
    void tiers_are_listed_under_both_spellings(String path) {
        client.get()
                .uri(path + "?tier_name=Gold")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("[" + GOLD_JSON + "]");
        assertThat(backend.asked).isEqualTo(List.of(new FindTiers(7, "cd", "Gold")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/crm/points/cd/point_tiers", "/api/v1/crm/point_tiers/cd"})
    void a_new_tier_answers_itself_whole(String path) {
        client.post()
                .uri(path)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("tier_name=Gold&min_points=100")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(GOLD_JSON);
        AddTier sent = (AddTier) backend.sent.getFirst();
        assertThat(sent).isEqualTo(new AddTier(TIERS, sent.pointTierUid(), "Gold", 100));
    }

    @Test
    void a_tier_that_is_named_is_changed() {
        client.post()
                .uri("/api/v1/crm/points/cd/point_tiers")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"tier_name\":\"Gold\",\"min_points\":100,\"point_tier_uid\":\"t1\"}")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(GOLD_JSON);
        assertThat(backend.sent).isEqualTo(List.of(new ChangeTier(TIERS, "t1", "Gold", 100)));
    }

    @Test
    void a_tier_that_cannot_be_read_yet_is_to_be_tried_again() {
        backend.on(
                FindSavedTier.class,
                query -> Mono.error(new Refusal(Refusal.Kind.UNAVAILABLE, "not-caught-up", "Not yet.")));
        client.post()
                .uri("/api/v1/crm/points/cd/point_tiers")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("tier_name=Gold&min_points=100")
                .exchange()
                .expectStatus()
                .isEqualTo(503)
                .expectHeader()
                .valueEquals("Retry-After", "1");
    }

    @ParameterizedTest
    @CsvSource({
        "min_points=100, tier_name",
        "tier_name=Gold, min_points",
        "tier_name=Gold&min_points=1.5, min_points",
        "tier_name=Gold&min_points=1000000000001, min_points",
    })
    void a_wrong_tier_is_refused(String form, String field) {
        client.post()
                .uri("/api/v1/crm/points/cd/point_tiers")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void a_fans_tier_is_a_tier() {
        backend.on(FindFanTier.class, query -> new FanTier(GOLD));
        client.get()
                .uri("/api/v1/crm/fans/42/point_tier?point_name=discs")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(GOLD_JSON);
    }

    @Test
    void a_fan_without_a_tier_has_null() {
        backend.on(FindFanTier.class, query -> new FanTier(null));
        client.get()
                .uri("/api/v1/crm/fans/42/point_tier?point_name=discs")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("null");
    }

    @Test
    void a_fans_tier_needs_the_name_of_the_points() {
        client.get()
                .uri("/api/v1/crm/fans/42/point_tier")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("point_name");
    }
}
