package encore.api.venues;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.venues.Venue;
import encore.kernel.venues.VenueCommand.AddVenue;
import encore.kernel.venues.VenueCommand.ChangeVenue;
import encore.kernel.venues.VenueCommand.RemoveVenue;
import encore.kernel.venues.VenueDetails;
import encore.kernel.venues.VenueId;
import encore.kernel.venues.VenueQuery.FindVenue;
import encore.kernel.venues.VenueQuery.ListVenues;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.WebTestClient;

class VenuesControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(VenuesController.class);

    private static final String ALL = "/api/v1/manage/venues";
    private static final ZoneId VIENNA = ZoneId.of("Europe/Vienna");
    private static final VenueDetails DETAILS =
            new VenueDetails("Hall", "<b>Hall</b> & more", "Wien", "W", "AT", "Vienna", VIENNA);
    private static final Venue HALL = Venue.of(new VenueId(7, "v-1"), DETAILS);
    private static final String HALL_JSON = """
            {"venue_uid": "v-1", "venue_name": "Hall", "display_venue_name": "<b>Hall</b> & more", "city": "Wien",
             "province": "W", "country_code": "AT", "metro_area": "Vienna", "timezone": "Europe/Vienna"}""";

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_venue() {
        backend.on(ListVenues.class, query -> new Page<>(List.of(HALL), "1", "1", false, 9))
                .on(FindVenue.class, query -> HALL)
                .on(AddVenue.class, command -> HALL)
                .on(ChangeVenue.class, command -> HALL)
                .on(RemoveVenue.class, command -> HALL);
    }

    @Test
    void venues_are_listed_and_read() {
        client.get().uri(ALL).exchange().expectStatus().isOk().expectBody().json("[" + HALL_JSON + "]");
        client.get()
                .uri(ALL + "/v-1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(HALL_JSON);
        assertThat(backend.asked)
                .isEqualTo(List.of(new ListVenues(7, new NextKey(null, 500)), new FindVenue(7, "v-1")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | venue_name=Hall&display_venue_name=%3Cb%3EHall%3C/b%3E+%26+more&city=Wien&province=W&country_code=austria&metro_area=Vienna&timezone=Europe/Vienna",
                "application/json | {\"venue_name\": \"Hall\", \"display_venue_name\": \"<b>Hall</b> & more\", \"city\": \"Wien\", \"province\": \"W\", \"country_code\": \"at\", \"metro_area\": \"Vienna\", \"timezone\": \"Europe/Vienna\"}"
            })
    void one_is_added_and_changed(String type, String body) {
        GATEWAY.post(ALL, type, body).isOk().expectBody().json(HALL_JSON);
        AddVenue sent = (AddVenue) backend.sent.getFirst();
        assertThat(sent.details()).isEqualTo(DETAILS);
        assertThat(sent.venue().account()).isEqualTo(7);
        GATEWAY.post(ALL + "/v-1", type, body).isOk().expectBody().json(HALL_JSON);
        assertThat(backend.sent.getLast()).isEqualTo(new ChangeVenue(new VenueId(7, "v-1"), Patch.of(DETAILS)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | timezone=&country_code=&venue_name=",
                "application/json | {\"timezone\": null, \"country_code\": \"\", \"venue_name\": null}"
            })
    void an_empty_value_clears_the_component(String type, String body) {
        GATEWAY.post(ALL + "/v-1", type, body).isOk();
        assertThat(backend.sent)
                .isEqualTo(List.of(new ChangeVenue(
                        new VenueId(7, "v-1"),
                        new Patch<>(VenueDetails.EMPTY, Set.of("timezone", "countryCode", "venueName")))));
    }

    @ParameterizedTest
    @CsvSource({
        "city=Wien, venue_name",
        "venue_name=+, venue_name",
        "venue_name=Hall&timezone=Mars/Base, timezone",
        "venue_name=Hall&timezone=%2B02:00, timezone",
        "venue_name=Hall&country_code=Atlantis, country_code"
    })
    void a_new_one_that_cannot_be_names_what_is_wrong(String form, String field) {
        GATEWAY.post(ALL, "application/x-www-form-urlencoded", form)
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void removing_answers_true() {
        client.delete()
                .uri(ALL + "/v-1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent).isEqualTo(List.of(new RemoveVenue(new VenueId(7, "v-1"))));
    }
}
