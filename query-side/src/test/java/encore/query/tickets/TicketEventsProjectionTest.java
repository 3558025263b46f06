package encore.query.tickets;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.tickets.ticketevents.TicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventMade;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventRemoved;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindConnectedTicketEvents;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindLinkedPerformances;
import encore.query.ProjectionUnderTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TicketEventsProjectionTest {

    private static final TicketEventId GALA = new TicketEventId(7, "gala");
    private static final String KEY =
            TicketEventBuilder.details("k", null, null).claimed();

    private final ProjectionUnderTest<TicketEventsProjection> events =
            new ProjectionUnderTest<>(TicketEventsProjection::new);

    @AfterEach
    void close() {
        events.close();
    }

    @Test
    void the_performance_of_an_event_is_found_by_what_it_is_known_by_and_the_other_way_while_they_are_linked() {
        events.given(new TicketEventMade(GALA, TicketEventBuilder.details("k", null, null), true));
        assertThat(linked()).isEmpty();
        events.given(
                new TicketEventCurated(GALA, TicketEventBuilder.details("k", "p1", null)),
                new TicketEventMade(
                        new TicketEventId(7, "ball"), TicketEventBuilder.details("other", "p2", null), false),
                new TicketEventMade(new TicketEventId(8, "gala"), TicketEventBuilder.details("k", "p3", null), false));
        assertThat(linked()).isEqualTo(Map.of(KEY, "p1"));
        assertThat(ofPerformance("p1")).containsExactly("gala");
        assertThat(ofPerformance("p3")).isEmpty();
        events.given(new TicketEventRemoved(GALA));
        assertThat(linked()).isEmpty();
        assertThat(ofPerformance("p1")).isEmpty();
        try (var again = events.replayed()) {
            assertThat(again.checksums()).isEqualTo(events.checksums());
        }
    }

    private Map<String, String> linked() {
        var query = new FindLinkedPerformances(7, List.of(KEY, "key.3:boxnone"));
        return events.read(documents -> events.projection().find(query, documents))
                .performances();
    }

    private List<String> ofPerformance(String uid) {
        var query = new FindConnectedTicketEvents(7, List.of("none", uid));
        return events.read(documents -> events.projection().find(query, documents)).stream()
                .map(TicketEvent::eventUid)
                .toList();
    }
}
