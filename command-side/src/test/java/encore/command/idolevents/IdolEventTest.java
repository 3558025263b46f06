package encore.command.idolevents;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.idolevents.IdolEventDetails;
import encore.kernel.idolevents.IdolEventDetailsBuilder;
import encore.kernel.idolevents.IdolEventId;
import encore.kernel.idolevents.IdolEventUid;
import encore.kernel.idolevents.IdolEventsCommand.AddIdolEvent;
import encore.kernel.idolevents.IdolEventsCommand.ChangeIdolEvent;
import encore.kernel.idolevents.IdolEventsCommand.RemoveIdolEvent;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventAdded;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventChanged;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventRemoved;
import encore.kernel.idols.IdolId;
import encore.kernel.performances.PerformanceId;
import encore.kernel.venues.VenueId;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdolEventTest {

    private static final IdolEventId SHOW = new IdolEventId(7, "show");
    private static final LocalDate DAY = LocalDate.parse("2026-06-15");
    private static final IdolEventDetails PLANNED = details("ada", DAY, null, null);

    private final AggregateUnderTest<IdolEvent> event = new AggregateUnderTest<>(IdolEvent.class);

    @BeforeEach
    void there_are_an_idol_a_venue_and_a_performance() {
        event.streams
                .open(new IdolId(7, "ada"))
                .open(new VenueId(7, "hall"))
                .open(new PerformanceId(7, "gig"))
                .open(new VenueId(8, "theirs"));
    }

    @Test
    void an_idol_and_a_day_are_enough() {
        event.givenNoPriorActivity()
                .when(new AddIdolEvent(SHOW, PLANNED))
                .expectEvents(new IdolEventAdded(SHOW, PLANNED))
                .expectResultMessagePayload(new IdolEventUid("show"));
    }

    @Test
    void without_an_idol_or_a_day_there_is_none() {
        event.givenNoPriorActivity()
                .when(new AddIdolEvent(SHOW, details(null, DAY, null, null)))
                .expectNoEvents()
                .expectException(refusalNaming("idol_uid"));
        event.givenNoPriorActivity()
                .when(new AddIdolEvent(SHOW, details("ada", null, null, null)))
                .expectNoEvents()
                .expectException(refusalNaming("start_date"));
    }

    @ParameterizedTest
    @CsvSource({
        "bea, hall, gig, idol_uid",
        "ada, theirs, gig, venue_uid",
        "ada, stall, gig, venue_uid",
        "ada, hall, show, performance_uid"
    })
    void idols_venues_and_performances_that_it_names_must_exist(
            String idol, String venue, String performance, String blamed) {
        IdolEventDetails details = named(idol, venue, performance);
        event.givenNoPriorActivity()
                .when(new AddIdolEvent(SHOW, details))
                .expectNoEvents()
                .expectException(refusalNaming(blamed));
        event.given(new IdolEventAdded(SHOW, PLANNED))
                .when(new ChangeIdolEvent(SHOW, Patch.of(details)))
                .expectNoEvents()
                .expectException(refusalNaming(blamed));
    }

    @Test
    void a_venue_deleted_since_stays_named_until_it_is_named_again() {
        event.streams.ended(new VenueId(7, "hall"));
        var there = new IdolEventAdded(SHOW, named("ada", "hall", "gig"));
        event.given(there)
                .when(new ChangeIdolEvent(SHOW, Patch.of(details(null, DAY.plusDays(1), null, null))))
                .expectSuccessfulHandlerExecution();
        event.given(there)
                .when(new ChangeIdolEvent(SHOW, Patch.of(named(null, "hall", null))))
                .expectNoEvents()
                .expectException(refusalNaming("venue_uid"));
    }

    @ParameterizedTest
    @CsvSource({"2026-06-14,", "2026-06-14, 23:00", "2026-06-15, 19:59"})
    void it_does_not_end_before_it_begins(LocalDate endDate, @Nullable LocalTime endTime) {
        IdolEventDetails details = lasting(endDate, endTime);
        event.givenNoPriorActivity()
                .when(new AddIdolEvent(SHOW, details))
                .expectNoEvents()
                .expectException(refusalNaming("end_date"));
    }

    @ParameterizedTest
    @CsvSource({",", "2026-06-15,", "2026-06-15, 20:00", "2026-06-16, 00:30", ", 00:30", ", 23:00"})
    void it_ends_then_or_on_its_day_or_when_the_clock_next_shows_so(
            @Nullable LocalDate endDate, @Nullable LocalTime endTime) {
        IdolEventDetails details = lasting(endDate, endTime);
        event.givenNoPriorActivity()
                .when(new AddIdolEvent(SHOW, details))
                .expectEvents(new IdolEventAdded(SHOW, details));
    }

    @Test
    void components_that_a_change_leaves_out_stay_and_cleared_ones_go() {
        var there = new IdolEventAdded(SHOW, named("ada", "hall", "gig"));
        event.given(there)
                .when(new ChangeIdolEvent(SHOW, new Patch<>(IdolEventDetails.EMPTY, Set.of("performanceUid"))))
                .expectEvents(new IdolEventChanged(SHOW, named("ada", "hall", null)));
        event.given(there)
                .when(new ChangeIdolEvent(SHOW, Patch.of(named("ada", "hall", null))))
                .expectNoEvents();
    }

    @ParameterizedTest
    @CsvSource({"idolUid, idol_uid", "startDate, start_date"})
    void its_idol_and_its_day_cannot_be_cleared(String component, String blamed) {
        event.given(new IdolEventAdded(SHOW, PLANNED))
                .when(new ChangeIdolEvent(SHOW, new Patch<>(IdolEventDetails.EMPTY, Set.of(component))))
                .expectNoEvents()
                .expectException(refusalNaming(blamed));
    }

    @Test
    void nothing_is_decided_of_a_removed_one() {
        for (var command : List.of(
                new ChangeIdolEvent(SHOW, Patch.of(details(null, DAY.plusDays(1), null, null))),
                new RemoveIdolEvent(SHOW))) {
            event.given(new IdolEventAdded(SHOW, PLANNED), new IdolEventRemoved(SHOW))
                    .when(command)
                    .expectNoEvents()
                    .expectException(refusalAsUnknown());
        }
    }

    @Test
    void it_is_removed() {
        event.given(new IdolEventAdded(SHOW, PLANNED))
                .when(new RemoveIdolEvent(SHOW))
                .expectEvents(new IdolEventRemoved(SHOW));
    }

    private static IdolEventDetails lasting(@Nullable LocalDate endDate, @Nullable LocalTime endTime) {
        return IdolEventDetailsBuilder.builder()
                .idolUid("ada")
                .startDate(DAY)
                .startTime(LocalTime.of(20, 0))
                .endDate(endDate)
                .endTime(endTime)
                .build();
    }

    private static IdolEventDetails named(@Nullable String idol, String venue, @Nullable String performance) {
        return details(idol, DAY, venue, performance);
    }

    private static IdolEventDetails details(
            @Nullable String idol, @Nullable LocalDate day, @Nullable String venue, @Nullable String performance) {
        return IdolEventDetailsBuilder.builder()
                .idolUid(idol)
                .startDate(day)
                .venueUid(venue)
                .performanceUid(performance)
                .build();
    }
}
