package encore.query.idolevents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.idolevents.EnteredIdolEvent;
import encore.kernel.idolevents.IdolEvent;
import encore.kernel.idolevents.IdolEventDetails;
import encore.kernel.idolevents.IdolEventDetailsBuilder;
import encore.kernel.idolevents.IdolEventsQuery.FindEnteredIdolEvents;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEvent;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEvents;
import encore.kernel.idols.IdolSummary;
import encore.kernel.idols.IdolsQuery.FindIdolsOfEvents;
import encore.kernel.performances.PerformanceQuery.FindEnteredPerformances;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindConnectedTicketEvents;
import encore.kernel.venues.Venue;
import encore.kernel.venues.VenueQuery.FindVenues;
import encore.query.FakeQueryGateway;
import encore.query.tickets.TicketEventBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IdolEventsWithNamesTest {

    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
    private static final IdolSummary ADA = new IdolSummary("ada", "Ada", null, "https://pictures.example/ada");
    private static final Venue HALL =
            new Venue("hall", "Hall", "<b>Hall</b>", "Wien", "W", "AT", null, ZoneId.of("Europe/Vienna"));

    private final FakeQueryGateway others = new FakeQueryGateway()
            .on(
                    FindEnteredIdolEvents.class,
                    query -> query.idolEventUids().stream()
                            .filter(uid -> !uid.equals("gone"))
                            .map(IdolEventsWithNamesTest::entered)
                            .toList())
            .on(FindIdolsOfEvents.class, query -> query.idolUids().contains("ada") ? List.of(ADA) : List.of())
            .on(FindVenues.class, query -> query.venueUids().contains("hall") ? List.of(HALL) : List.of())
            .on(FindEnteredPerformances.class, query -> List.of())
            .on(
                    FindConnectedTicketEvents.class,
                    query -> List.of(
                            TicketEventBuilder.event("gala", "gig", true),
                            TicketEventBuilder.event("rest", "gig", false)));
    private final IdolEventsWithNames events = new IdolEventsWithNames(others);

    @Test
    void it_begins_by_the_clocks_of_its_venue_and_is_shown_on_the_evening_before() {
        IdolEvent event = events.find(new FindIdolEvent(7, "late")).event();
        assertThat(event.startTimestamp()).isEqualTo(Instant.parse("2026-06-14T22:30:00Z"));
        assertThat(event.endTimestamp()).isEqualTo(Instant.parse("2026-06-15T00:00:00Z"));
        assertThat(event.displayDate()).isEqualTo(LocalDate.parse("2026-06-14"));
        assertThat(event.startDate()).isEqualTo(LocalDate.parse("2026-06-15"));
    }

    @Test
    void names_pictures_and_places_are_those_of_now() {
        IdolEvent event = events.find(new FindIdolEvent(7, "late")).event();
        assertThat(event.idolName()).isEqualTo("Ada");
        assertThat(event.idolImageUrl()).isEqualTo("https://pictures.example/ada");
        assertThat(event.venueName()).isEqualTo("Hall");
        assertThat(event.displayVenueName()).isEqualTo("<b>Hall</b>");
        assertThat(event.countryCode()).isEqualTo("AT");
        assertThat(event.isAvailable()).isTrue();
        assertThat(event.performanceUid()).isEqualTo("gig");
        assertThat(event.performanceName()).isNull();
    }

    @Test
    void names_of_records_that_are_gone_are_null() {
        IdolEvent event = events.find(new FindIdolEvent(7, "nowhere")).event();
        assertThat(event.idolUid()).isEqualTo("bea");
        assertThat(event.idolName()).isNull();
        assertThat(event.venueName()).isNull();
        assertThat(event.startTimestamp()).isEqualTo(Instant.parse("2026-06-15T00:30:00Z"));
    }

    @Test
    void some_come_as_they_were_asked_for_and_one_that_is_gone_is_unknown() {
        assertThat(events.find(new FindIdolEvents(7, List.of("nowhere", "gone", "late"))))
                .extracting(one -> one.event().idolEventUid())
                .containsExactly("nowhere", "late");
        assertThatThrownBy(() -> events.find(new FindIdolEvent(7, "gone")))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        assertThat(others.askedQueries).hasSize(10);
    }

    @Test
    void tickets_are_the_latest_of_its_performance_that_count() {
        assertThat(events.find(new FindIdolEvent(7, "late")).event().ticketEventUid())
                .isEqualTo("rest");
    }

    private static EnteredIdolEvent entered(String uid) {
        boolean late = uid.equals("late");
        return new EnteredIdolEvent(uid, AT, AT, details(late ? "ada" : "bea", late ? "hall" : "gone"));
    }

    private static IdolEventDetails details(String idol, @Nullable String venue) {
        return IdolEventDetailsBuilder.builder()
                .idolUid(idol)
                .startDate(LocalDate.parse("2026-06-15"))
                .startTime(LocalTime.of(0, 30))
                .endTime(LocalTime.of(2, 0))
                .venueUid(venue)
                .performanceUid("gig")
                .showOnPreviousDay(true)
                .build();
    }
}
