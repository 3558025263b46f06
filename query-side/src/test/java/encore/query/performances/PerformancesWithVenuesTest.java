package encore.query.performances;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.idols.IdolsQuery.FindKnownIdols;
import encore.kernel.idols.KnownIdols;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceId;
import encore.kernel.performances.PerformanceQuery.FindEnteredPerformances;
import encore.kernel.performances.PerformanceQuery.FindPerformance;
import encore.kernel.performances.PerformanceQuery.FindPerformances;
import encore.kernel.performances.PerformanceQuery.ListEnteredPerformances;
import encore.kernel.performances.PerformanceQuery.ListPerformances;
import encore.kernel.tickets.ticketevents.TicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindConnectedTicketEvents;
import encore.kernel.venues.Place;
import encore.kernel.venues.Venue;
import encore.kernel.venues.VenueQuery.FindVenues;
import encore.query.FakeQueryGateway;
import encore.query.tickets.TicketEventBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PerformancesWithVenuesTest {

    private static final Instant MADE = Instant.parse("2026-03-01T12:00:00Z");
    private static final NextKey FIRST = new NextKey(null, 10);
    private static final Venue HALL = new Venue("v-1", "Hall", "<b>Hall</b>", "Wien", "W", "AT", "Vienna", null);
    private static final Place IN_THE_HALL = new Place("Hall", "<b>Hall</b>", "Wien", "W", "AT", "Vienna");

    private static final TicketEvent LATE = TicketEventBuilder.event("late", "b", null);
    private static final TicketEvent EARLY = TicketEventBuilder.event("early", "b", null);

    private final List<Performance> entered =
            List.of(show("a", "v-1", "Bo"), show("b", null, " BO "), show("c", "v-1", "Cy"), show("d", "gone", null));
    private final FakeQueryGateway questions = new FakeQueryGateway()
            .on(ListEnteredPerformances.class, query -> new Page<>(entered, "1", "9", true, 17))
            .on(
                    FindEnteredPerformances.class,
                    query -> entered.stream()
                            .filter(show -> query.performanceUids().contains(show.performanceUid()))
                            .toList())
            .on(FindVenues.class, query -> List.of(HALL))
            .on(FindKnownIdols.class, query -> new KnownIdols(Set.of("bo")))
            .on(FindConnectedTicketEvents.class, query -> List.of(LATE, EARLY));
    private final PerformancesWithVenues performances = new PerformancesWithVenues(questions);

    @Test
    void a_page_gets_its_places_at_once_and_a_venue_that_is_gone_leaves_none() {
        Page<Performance> page = performances.find(new ListPerformances(7, FIRST));
        assertThat(page.rows())
                .extracting(Performance::place)
                .containsExactly(IN_THE_HALL, Place.NOWHERE, IN_THE_HALL, Place.NOWHERE);
        assertThat(page.rows().getLast().details().venueUid()).isEqualTo("gone");
        assertThat(page.last()).isEqualTo("9");
        assertThat(page.more()).isTrue();
        assertThat(questions.askedQueries)
                .isEqualTo(List.of(
                        new ListEnteredPerformances(7, FIRST),
                        new FindVenues(7, List.of("v-1", "gone")),
                        new FindKnownIdols(7, Set.of("bo", "cy")),
                        new FindConnectedTicketEvents(7, List.of("a", "b", "c", "d"))));
    }

    @Test
    void an_artist_is_valid_who_is_called_like_an_idol() {
        assertThat(performances.find(new ListPerformances(7, FIRST)).rows())
                .extracting(Performance::isValidIdol)
                .containsExactly(true, true, false, false);
    }

    @Test
    void some_are_found_with_their_places() {
        assertThat(performances.find(new FindPerformances(7, List.of("b", "c", "z"))))
                .containsExactly(
                        show("b", null, " BO ").withJoins(Place.NOWHERE, true, List.of(LATE, EARLY)),
                        show("c", "v-1", "Cy").withJoins(IN_THE_HALL, false, List.of()));
    }

    @Test
    void each_has_what_its_own_tickets_are_sold_for_called_like_it() {
        assertThat(performances.find(new FindPerformance(7, "b")).connectedTicketEvents())
                .containsExactly(LATE.withPerformanceName("Gala"), EARLY.withPerformanceName("Gala"));
        assertThat(performances.find(new FindPerformance(7, "a")).connectedTicketEvents())
                .isEmpty();
    }

    @Test
    void one_is_found_and_any_other_is_unknown() {
        assertThat(performances.find(new FindPerformance(7, "a")).place()).isEqualTo(IN_THE_HALL);
        assertThatThrownBy(() -> performances.find(new FindPerformance(7, "z")))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    private static Performance show(String uid, @Nullable String venue, @Nullable String artist) {
        return Performance.entered(
                new PerformanceId(7, uid), MADE, TestPerformances.with("Gala", venue, artist, List.of()), null);
    }
}
