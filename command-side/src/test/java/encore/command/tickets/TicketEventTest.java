package encore.command.tickets;

import static encore.command.AggregateUnderTest.refusal;
import static encore.kernel.Refusal.Kind.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Patch;
import encore.kernel.performances.PerformanceId;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.tickets.ticketevents.TicketEventDetailsBuilder;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventUid;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.ChangeTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.CurateTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.MakeTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.RemoveTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventChanged;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventMade;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventRemoved;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TicketEventTest {

    private static final TicketEventId GALA = new TicketEventId(7, "gala");
    private static final TicketEventDetails DETAILS = details("box", "g1", "Gala", null);
    private static final Claim CLAIM = TicketClaims.event(7, DETAILS);
    private static final TicketEventMade MADE = new TicketEventMade(GALA, DETAILS, true);

    private final AggregateUnderTest<TicketEvent> event = new AggregateUnderTest<>(TicketEvent.class);

    @Test
    void it_is_known_by_its_networks_key_and_without_one_by_name_day_and_venue() {
        event.givenNoPriorActivity()
                .when(new MakeTicketEvent(GALA, DETAILS, true))
                .expectEvents(MADE)
                .expectResultMessagePayload(new TicketEventUid("gala"));
        assertThat(event.claims.held).containsEntry(CLAIM, GALA.toString());
        assertThat(CLAIM.value()).isEqualTo("key.3:boxg1");
        assertThat(details("box", "g1", "Another", null).claimed()).isEqualTo(CLAIM.value());
        assertThat(details("box", null, "Gala", null).claimed()).isEqualTo("name.3:box4:Gala10:2026-05-01");
        assertThat(details(null, null, "Gala", null).claimed()).isEqualTo("name.0:4:Gala10:2026-05-01");
    }

    @Test
    void a_change_of_its_key_lets_the_other_go_and_none_that_is_anothers_is_taken() {
        TicketEventDetails other = details("box", "g2", "Gala", null);
        event.claims.held(CLAIM, GALA);
        event.given(MADE)
                .when(new ChangeTicketEvent(GALA, Patch.of(other)))
                .expectEvents(new TicketEventChanged(GALA, other));
        assertThat(event.claims.held).containsOnlyKeys(TicketClaims.event(7, other));

        event.claims.held(TicketClaims.event(7, details("box", "g3", "Ball", null)), new TicketEventId(7, "ball"));
        event.given(MADE)
                .when(new ChangeTicketEvent(GALA, Patch.of(details("box", "g3", "Gala", null))))
                .expectNoEvents()
                .expectException(refusal(RULE, "ticket-event-exists"));
        event.given(MADE).when(new ChangeTicketEvent(GALA, Patch.of(DETAILS))).expectNoEvents();
    }

    @Test
    void it_is_linked_with_a_performance_that_is_there() {
        TicketEventDetails linked = details(null, null, null, "p-1");
        event.given(MADE)
                .when(new CurateTicketEvent(GALA, Patch.of(linked)))
                .expectNoEvents()
                .expectException(refusal(RULE, "unknown-id"));
        event.streams.open(new PerformanceId(7, "p-1"));
        event.given(MADE)
                .when(new CurateTicketEvent(GALA, Patch.of(linked)))
                .expectEvents(new TicketEventCurated(GALA, details("box", "g1", "Gala", "p-1")));
    }

    @Test
    void the_claim_of_a_removed_event_is_free() {
        event.claims.held(CLAIM, GALA);
        event.given(MADE).when(new RemoveTicketEvent(GALA)).expectEvents(new TicketEventRemoved(GALA));
        assertThat(event.claims.held).isEmpty();
    }

    private static TicketEventDetails details(
            @Nullable String network, @Nullable String key, @Nullable String name, @Nullable String performance) {
        return TicketEventDetailsBuilder.builder()
                .network(network)
                .eventKey(key)
                .eventName(name)
                .eventDate(name == null ? null : LocalDate.parse("2026-05-01"))
                .performanceUid(performance)
                .build();
    }
}
