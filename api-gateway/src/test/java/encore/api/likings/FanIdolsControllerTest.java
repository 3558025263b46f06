package encore.api.likings;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.fans.FanId;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolType;
import encore.kernel.likings.FanIdol;
import encore.kernel.likings.LikedIdols;
import encore.kernel.likings.LikingCommand.DislikeNamedIdol;
import encore.kernel.likings.LikingCommand.LikeIdol;
import encore.kernel.likings.LikingCommand.LikeNamedIdol;
import encore.kernel.likings.LikingCommand.RemoveFanIdol;
import encore.kernel.likings.LikingQuery.FindFanIdols;
import encore.kernel.likings.LikingsId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.WebTestClient;

class FanIdolsControllerTest {

    private static final String PATH = "/api/v1/crm/fans/42/idols";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final LikingsId HERS = new LikingsId(new FanId(7, 42));
    private static final LikedIdols ADA = new LikedIdols(42, List.of("ada"));

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(FanIdolsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_idol() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(LikeIdol.class, command -> ADA)
                .on(LikeNamedIdol.class, command -> ADA)
                .on(DislikeNamedIdol.class, command -> ADA)
                .on(RemoveFanIdol.class, command -> ADA)
                .on(
                        FindFanIdols.class,
                        query -> List.of(new FanIdol(
                                7,
                                "ada",
                                "Ada",
                                IdolType.OTHER,
                                null,
                                true,
                                Instant.parse("2026-03-01T12:00:00Z"),
                                Instant.parse("2026-03-01T12:00:01Z"),
                                List.of("pop"))));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void a_fans_idols_are_listed() {
        client.get()
                .uri(PATH + "?label_name=pop&idol_uid=ada")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        [{"account_id": 7, "idol_uid": "ada", "idol_name": "Ada", "idol_type": "other",
                          "description": null, "is_explicit": true, "creation_timestamp": 1772366400,
                          "last_update_timestamp": 1772366401, "idol_labels": ["pop"]}]""");
        assertThat(backend.asked).isEqualTo(List.of(new FindFanIdols(7, 42, "pop", "ada")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | action=add&idol_uid=ada&is_explicit=off",
                "application/json | {\"action\": \"add\", \"idol_uid\": \"ada\", \"is_explicit\": false}"
            })
    void an_idol_is_added_by_its_uid(String type, String body) {
        GATEWAY.post(PATH, type, body).isOk().expectBody().json("{\"fan_id\": 42, \"idol_uid\": \"ada\"}");
        assertThat(backend.sent).isEqualTo(List.of(new LikeIdol(HERS, new IdolId(7, "ada"), false)));
    }

    @Test
    void an_idol_is_added_by_its_name_and_explicitly_unless_it_is_said_otherwise() {
        GATEWAY.post(PATH, FORM, "action=add&idol_name=Ada").isOk();
        var sent = (LikeNamedIdol) backend.sent.getFirst();
        assertThat(sent.idol().idolName()).isEqualTo("Ada");
        assertThat(sent.idol().idol().account()).isEqualTo(7);
        assertThat(sent.isExplicit()).isTrue();
    }

    @Test
    void an_idol_is_taken_away_by_either_and_by_the_other_path() {
        GATEWAY.post(PATH, FORM, "action=delete&idol_uid=ada").isOk();
        GATEWAY.post(PATH, FORM, "action=delete&idol_name=Ada").isOk();
        client.delete()
                .uri("/api/v1/crm/idol_fans?fan_id=42&idol_uid=ada")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent)
                .isEqualTo(List.of(
                        new RemoveFanIdol(HERS, "ada", null),
                        new DislikeNamedIdol(HERS, "Ada"),
                        new RemoveFanIdol(HERS, "ada", "fan_id")));
    }

    @ParameterizedTest
    @CsvSource({
        "idol_uid=ada, action",
        "action=like&idol_uid=ada, action",
        "action=add, idol_uid",
        "action=add&idol_name=+, idol_uid",
        "action=add&idol_name=Ada&idol_uid=ada, idol_uid",
        "action=add&idol_uid=ada&is_explicit=maybe, is_explicit"
    })
    void a_wrong_field_is_named(String form, String field) {
        naming(GATEWAY.post(PATH, FORM, form), field);
        assertThat(backend.sent).isEmpty();
    }
}
