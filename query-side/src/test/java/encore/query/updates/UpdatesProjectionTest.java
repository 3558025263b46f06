package encore.query.updates;

import static encore.query.ProjectionUnderTest.START;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.idolevents.IdolEventId;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventRemoved;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolPresentation;
import encore.kernel.idols.IdolProfile;
import encore.kernel.idols.IdolProfileBuilder;
import encore.kernel.idols.IdolsEvent.IdolAdded;
import encore.kernel.idols.IdolsEvent.IdolChanged;
import encore.kernel.idols.IdolsEvent.IdolPresented;
import encore.kernel.idols.IdolsEvent.IdolRemoved;
import encore.kernel.performances.PerformanceEvent.PerformancePictured;
import encore.kernel.performances.PerformanceId;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventMade;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventRemoved;
import encore.kernel.updates.ChangedUids;
import encore.kernel.updates.UpdateKind;
import encore.kernel.updates.UpdatesQuery.FindChangedUids;
import encore.kernel.venues.VenueEvent.VenueRemoved;
import encore.kernel.venues.VenueId;
import encore.query.ProjectionUnderTest;
import encore.query.tickets.TicketEventBuilder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UpdatesProjectionTest {

    private static final IdolId ADA = new IdolId(7, "ada");
    private static final IdolId BEA = new IdolId(7, "bea");

    private final ProjectionUnderTest<UpdatesProjection> updates = new ProjectionUnderTest<>(UpdatesProjection::new);

    @BeforeEach
    void some_things_change() {
        updates.given(
                new IdolAdded(ADA, IdolProfile.EMPTY),
                new IdolAdded(new IdolId(8, "theirs"), IdolProfile.EMPTY),
                new IdolAdded(BEA, IdolProfile.EMPTY),
                new PerformancePictured(new PerformanceId(7, "gig"), null),
                new VenueRemoved(new VenueId(7, "hall")),
                new IdolEventRemoved(new IdolEventId(7, "show")),
                new IdolPresented(ADA, IdolPresentation.EMPTY));
    }

    @AfterEach
    void close() {
        updates.close();
    }

    @Test
    void each_thing_stands_at_its_last_change_that_second_included() {
        assertThat(idolsSince(START).changed()).containsExactly("bea", "ada");
        assertThat(idolsSince(START.plusSeconds(2)).changed()).containsExactly("bea", "ada");
        assertThat(idolsSince(START.plusSeconds(3)).changed()).containsExactly("ada");
        assertThat(idolsSince(START.plusSeconds(7)).changed()).isEmpty();
    }

    @Test
    void kinds_are_apart_and_ended_relations_are_listed() {
        assertThat(since(UpdateKind.PERFORMANCE, START)).isEqualTo(new ChangedUids(List.of("gig"), List.of()));
        assertThat(since(UpdateKind.VENUE, START)).isEqualTo(new ChangedUids(List.of(), List.of("hall")));
        assertThat(since(UpdateKind.IDOL_EVENT, START)).isEqualTo(new ChangedUids(List.of(), List.of("show")));
        updates.given(new IdolRemoved(BEA));
        assertThat(idolsSince(START)).isEqualTo(new ChangedUids(List.of("ada"), List.of("bea")));
    }

    @Test
    void replayed_it_is_the_same() {
        updates.given(new IdolRemoved(BEA));
        try (var again = updates.replayed()) {
            assertThat(again.checksums()).isEqualTo(updates.checksums());
        }
    }

    @Test
    void a_change_of_a_ticket_event_updates_all_performances_that_show_it_or_did() {
        TicketEventId gala = new TicketEventId(7, "gala");
        updates.given(new TicketEventMade(gala, TicketEventBuilder.details("k", null, null), true));
        assertThat(since(UpdateKind.TICKETS, START).changed()).isEmpty();
        updates.given(new TicketEventCurated(gala, TicketEventBuilder.details("k", "gig", null)));
        assertThat(since(UpdateKind.TICKETS, START).changed()).containsExactly("gig");
        updates.given(new TicketEventCurated(gala, TicketEventBuilder.details("k", "ball", null)));
        assertThat(since(UpdateKind.TICKETS, START).changed()).containsExactly("gig", "ball");
        Instant later = START.plusSeconds(60);
        updates.at(later).given(new TicketEventRemoved(gala));
        assertThat(since(UpdateKind.TICKETS, later)).isEqualTo(new ChangedUids(List.of("gig", "ball"), List.of()));
        try (var again = updates.replayed()) {
            assertThat(again.checksums()).isEqualTo(updates.checksums());
        }
    }

    @Test
    void a_name_of_an_idol_is_published_when_it_is_given_changed_or_deleted() {
        IdolId cy = new IdolId(7, "cy");
        updates.given(new IdolAdded(cy, called("Cy")));
        assertThat(namesSince(START)).containsExactly("cy");
        Instant renamed = START.plusSeconds(60);
        updates.at(renamed).given(new IdolChanged(cy, called("Cyd")));
        assertThat(namesSince(renamed)).containsExactly("cy", "cyd");
        Instant unchanged = START.plusSeconds(120);
        updates.at(unchanged).given(new IdolChanged(cy, called("CYD")), new IdolPresented(cy, IdolPresentation.EMPTY));
        assertThat(namesSince(unchanged)).isEmpty();
        Instant removed = START.plusSeconds(180);
        updates.at(removed).given(new IdolRemoved(cy));
        assertThat(namesSince(removed)).containsExactly("cy", "cyd");
        try (var again = updates.replayed()) {
            assertThat(again.checksums()).isEqualTo(updates.checksums());
        }
    }

    private static IdolProfile called(String name) {
        return IdolProfileBuilder.builder().idolName(name).labelNames(List.of()).build();
    }

    private List<String> namesSince(Instant since) {
        return since(UpdateKind.IDOL_NAME, since).changed();
    }

    private ChangedUids idolsSince(Instant since) {
        return since(UpdateKind.IDOL, since);
    }

    private ChangedUids since(UpdateKind kind, Instant since) {
        return updates.read(documents -> updates.projection().find(new FindChangedUids(7, kind, since), documents));
    }
}
