package encore.api.associations;

import static encore.kernel.associations.AssociationState.GOING;
import static encore.kernel.associations.AssociationState.SAVED;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.StreamId;
import encore.kernel.associations.AssociationCommand.Associate;
import encore.kernel.associations.AssociationCommand.Dissociate;
import encore.kernel.associations.AssociationId;
import encore.kernel.associations.AssociationQuery.FindFanEvents;
import encore.kernel.associations.AssociationStates;
import encore.kernel.associations.FanEvents;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

class AssociationsControllerTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String FAN = "/api/v1/ent/fans/42";
    private static final AssociationId SHOW = StreamId.parse(AssociationId.class, "fan_idol_event.7.42.show");
    private static final AssociationId GIG = StreamId.parse(AssociationId.class, "fan_performance.7.42.gig");

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(AssociationsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void a_fan_goes() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(Associate.class, command -> new AssociationStates(List.of(SAVED, GOING)))
                .on(Dissociate.class, command -> new AssociationStates(List.of()))
                .on(
                        FindFanEvents.class,
                        query -> new FanEvents(
                                List.of(new FanEvents.FanIdolEvent(
                                        "show",
                                        null,
                                        Instant.ofEpochSecond(5),
                                        List.of(SAVED),
                                        true,
                                        LocalDate.parse("2026-06-14"))),
                                List.of(new FanEvents.FanPerformance(
                                        "gig", Instant.ofEpochSecond(6), List.of(GOING)))));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | idol_event_uid=show&states=going&states=saved",
                "application/json | {\"idol_event_uid\": \"show\", \"states\": [\"going\", \"saved\"]}"
            })
    void a_fan_goes_to_an_idol_event(String type, String body) {
        post("/idols/events", type, body)
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"fan_id\":42,\"idol_event_uid\":\"show\",\"states\":[\"saved\",\"going\"]}");
        assertThat(backend.sent).isEqualTo(List.of(new Associate(SHOW, List.of(GOING, SAVED))));
    }

    @Test
    void a_fan_saves_a_performance_and_says_nothing_of_states() {
        post("/performances", FORM, "performance_uid=gig")
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"fan_id\":42,\"performance_uid\":\"gig\",\"states\":[\"saved\",\"going\"]}");
        assertThat(backend.sent).isEqualTo(List.of(new Associate(GIG, null)));
    }

    @ParameterizedTest
    @CsvSource({
        "/idols/events, states=saved, idol_event_uid",
        "/idols/events, idol_event_uid=show&states=registered, states",
        "/performances, performance_uid=gig&states=attended, states",
        "/performances, states=saved, performance_uid"
    })
    void an_invalid_value_names_its_field(String path, String form, String field) {
        post(path, FORM, form)
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void dropping_answers_true() {
        for (String path : List.of("/idols/events?idol_event_uid=show", "/performances?performance_uid=gig")) {
            client.delete()
                    .uri(FAN + path)
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectBody(String.class)
                    .isEqualTo("true");
        }
        assertThat(backend.sent).isEqualTo(List.of(new Dissociate(SHOW), new Dissociate(GIG)));
    }

    @Test
    void all_of_a_fan_is_read() {
        client.get()
                .uri(FAN + "/events?idol_uid=ada&idol_label_name=pop")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"idol_events\":[{\"idol_event_uid\":\"show\",\"performance_uid\":null,"
                        + "\"creation_timestamp\":5,\"creation_timestamp_iso\":\"1970-01-01T00:00:05Z\","
                        + "\"states\":[\"saved\"],\"show_on_previous_day\":true,\"display_date\":\"2026-06-14\"}],"
                        + "\"performances\":[{\"performance_uid\":\"gig\",\"creation_timestamp\":6,"
                        + "\"creation_timestamp_iso\":\"1970-01-01T00:00:06Z\",\"states\":[\"going\"]}]}");
        assertThat(backend.asked).isEqualTo(List.of(new FindFanEvents(7, 42, "ada", "pop")));
    }

    private StatusAssertions post(String path, String type, String body) {
        return GATEWAY.post(FAN + path, type, body);
    }
}
