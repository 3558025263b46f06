package encore.api.idolevents;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.idols.IdolsController;
import encore.kernel.idolevents.EnteredIdolEvent;
import encore.kernel.idolevents.IdolEvent;
import encore.kernel.idolevents.IdolEventCriteria;
import encore.kernel.idolevents.IdolEventDetails;
import encore.kernel.idolevents.IdolEventDetailsBuilder;
import encore.kernel.idolevents.IdolEventUid;
import encore.kernel.idolevents.IdolEventsCommand.AddIdolEvent;
import encore.kernel.idolevents.IdolEventsCommand.ChangeIdolEvent;
import encore.kernel.idolevents.IdolEventsCommand.RemoveIdolEvent;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEvent;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEvents;
import encore.kernel.idolevents.IdolEventsQuery.ListIdolEvents;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.WebTestClient;

class IdolEventsControllerTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String EVENTS = "/api/v1/idols/events";
    private static final String MANAGED = "/api/v1/manage/idol_events";
    private static final IdolEventDetails LATE = IdolEventDetailsBuilder.builder()
            .idolUid("ada")
            .startDate(LocalDate.parse("2026-06-15"))
            .startTime(LocalTime.of(0, 30))
            .timezone(ZoneId.of("Europe/Vienna"))
            .venueUid("hall")
            .showOnPreviousDay(true)
            .build();

    private static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(IdolsController.class, IdolEventsController.class, ManagedIdolEventsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_event() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(ListIdolEvents.class, query -> List.of("late"))
                .on(
                        FindIdolEvents.class,
                        query -> query.idolEventUids().stream()
                                .map(IdolEventsControllerTest::event)
                                .toList())
                .on(FindIdolEvent.class, query -> event(query.idolEventUid()))
                .on(AddIdolEvent.class, command -> new IdolEventUid("late"))
                .on(ChangeIdolEvent.class, command -> new IdolEventUid("late"))
                .on(RemoveIdolEvent.class, command -> new IdolEventUid("late"));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void events_are_found_by_every_criterion_and_are_no_idol() {
        client.get()
                .uri(EVENTS + "?idol_uid=ada&performance_uid=gig&venue_name=Hall&q=ad&label_name=tour"
                        + "&start_date=2026-06-01&end_date=2026-06-30")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("[{\"idol_event_uid\":\"late\",\"account_id\":7,\"start_timestamp\":1781476200,"
                        + "\"display_date\":\"2026-06-14\",\"start_date\":\"2026-06-15\",\"start_time\":\"00:30:00\","
                        + "\"is_available\":true,\"last_update_timestamp\":5,\"ticket_event_uid\":\"gala\"}]")
                .jsonPath("$[0].timezone")
                .doesNotExist();
        assertThat(backend.asked.getFirst())
                .isEqualTo(new ListIdolEvents(
                        7,
                        new IdolEventCriteria(
                                "ada",
                                "gig",
                                "Hall",
                                "ad",
                                "tour",
                                LocalDate.parse("2026-06-01"),
                                LocalDate.parse("2026-06-30"),
                                null)));
    }

    @Test
    void very_many_are_joined_some_at_a_time() {
        List<String> uids = IntStream.range(0, 1_200).mapToObj(i -> "e" + i).toList();
        backend.on(ListIdolEvents.class, query -> uids);
        client.mutate()
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(16 << 20))
                .build()
                .get()
                .uri(EVENTS)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.length()")
                .isEqualTo(1_200)
                .jsonPath("$[1199].idol_event_uid")
                .isEqualTo("e1199");
        assertThat(backend.asked).hasSize(5);
    }

    @ParameterizedTest
    @CsvSource({
        "display_date=2026-06-14&start_date=2026-06-14, display_date",
        "display_date=2026-06-14&end_date=2026-06-14, display_date",
        "start_date=2026-06-15&end_date=2026-06-14, end_date",
        "start_date=15.6.2026, start_date"
    })
    void a_search_that_cannot_be_names_what_is_wrong(String query, String field) {
        naming(client.get().uri(EVENTS + "?" + query).exchange().expectStatus(), field);
        assertThat(backend.asked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | idol_uid=ada&start_date=2026-06-15&start_time=00:30&timezone=Europe/Vienna&venue_uid=hall&show_on_previous_day=true",
                "application/json | {\"idol_uid\": \"ada\", \"start_date\": \"2026-06-15\", \"start_time\": \"00:30\", \"timezone\": \"Europe/Vienna\", \"venue_uid\": \"hall\", \"show_on_previous_day\": true}"
            })
    void one_is_added_and_answered_with_its_zone(String type, String body) {
        GATEWAY.post(MANAGED, type, body)
                .isOk()
                .expectBody()
                .json("{\"idol_event_uid\":\"late\",\"venue_uid\":\"hall\",\"timezone\":\"Europe/Vienna\"}");
        assertThat(((AddIdolEvent) backend.sent.getFirst()).details()).isEqualTo(LATE);
    }

    @Test
    void an_empty_value_clears_the_component() {
        GATEWAY.post(MANAGED + "/late", FORM, "venue_uid=&start_time=&event_name=Fair")
                .isOk();
        var sent = (ChangeIdolEvent) backend.sent.getFirst();
        assertThat(sent.idolEvent()).hasToString("idol_event.7.late");
        assertThat(sent.change().cleared()).containsExactlyInAnyOrder("venueUid", "startTime");
        assertThat(sent.change().given().eventName()).isEqualTo("Fair");
    }

    @ParameterizedTest
    @CsvSource({
        "start_time=25:00, start_time",
        "timezone=Vienna, timezone",
        "media_uid=x, media_uid",
        "event_url=javascript:alert(1), event_url",
        "ticket_url=data:text/html, ticket_url"
    })
    void one_that_cannot_be_names_what_is_wrong(String form, String field) {
        naming(GATEWAY.post(MANAGED, FORM, form), field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void the_accounts_own_are_listed_read_and_removed() {
        client.get()
                .uri(MANAGED)
                .exchange()
                .expectBody()
                .jsonPath("$[0].timezone")
                .isEqualTo("Europe/Vienna");
        client.get()
                .uri(MANAGED + "/late")
                .exchange()
                .expectBody()
                .jsonPath("$.venue_uid")
                .isEqualTo("hall");
        client.delete()
                .uri(MANAGED + "/late")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
    }

    private static IdolEvent.Managed event(String uid) {
        return IdolEvent.Managed.of(
                7,
                new EnteredIdolEvent(uid, Instant.ofEpochSecond(4), Instant.ofEpochSecond(5), LATE),
                null,
                null,
                null,
                "gala");
    }
}
