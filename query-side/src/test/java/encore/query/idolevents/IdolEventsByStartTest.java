package encore.query.idolevents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.idolevents.IdolEventCriteria;
import encore.kernel.idolevents.IdolEventCriteriaBuilder;
import encore.kernel.idolevents.IdolEventStart;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventStarts;
import encore.kernel.idolevents.IdolEventsQuery.IdolsAndVenues;
import encore.kernel.idolevents.IdolEventsQuery.ListIdolEvents;
import encore.kernel.idols.IdolUid;
import encore.kernel.idols.IdolsQuery.FindIdolsCalled;
import encore.kernel.idols.IdolsQuery.RequireIdol;
import encore.kernel.performances.PerformanceQuery.RequirePerformance;
import encore.kernel.venues.VenueBuilder;
import encore.kernel.venues.VenueQuery.FindVenues;
import encore.kernel.venues.VenueQuery.FindVenuesNamed;
import encore.kernel.venues.VenueQuery.SearchVenues;
import encore.query.FakeQueryGateway;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IdolEventsByStartTest {

    private static final ZoneId VIENNA = ZoneId.of("Europe/Vienna");
    private static final ZoneId TOKYO = ZoneId.of("Asia/Tokyo");

    private List<IdolEventStart> starts = List.of();
    private @Nullable ZoneId hall;

    private final FakeQueryGateway others = new FakeQueryGateway()
            .on(FindIdolEventStarts.class, query -> starts)
            .on(RequireIdol.class, query -> new IdolUid(query.idolUid()))
            .on(RequirePerformance.class, query -> {
                throw Refusal.unknownId("performance_uid");
            })
            .on(FindIdolsCalled.class, query -> List.of("ada"))
            .on(SearchVenues.class, query -> List.of("barn"))
            .on(FindVenuesNamed.class, query -> List.of("hall"))
            .on(
                    FindVenues.class,
                    query -> query.venueUids().contains("hall")
                            ? List.of(VenueBuilder.builder()
                                    .venueUid("hall")
                                    .venueName("The Hall")
                                    .timezone(hall)
                                    .build())
                            : List.of());
    private final IdolEventsByStart events = new IdolEventsByStart(others);

    @Test
    void the_event_that_begins_first_comes_first_in_any_time_zone() {
        starts = List.of(
                start("utc", 1, "2026-06-15T18:30", null, null),
                start("vienna", 2, "2026-06-15T20:00", VIENNA, null),
                start("tokyo", 3, "2026-06-16T03:00", TOKYO, "hall"),
                start("same", 4, "2026-06-15T18:00", null, "gone"));
        assertThat(list(IdolEventCriteria.ALL)).containsExactly("vienna", "tokyo", "same", "utc");
    }

    @Test
    void the_clocks_are_the_venues_of_now_unless_it_is_said() {
        starts = List.of(
                start("there", 1, "2026-06-15T20:00", null, "hall"), start("utc", 2, "2026-06-15T19:00", null, null));
        assertThat(list(IdolEventCriteria.ALL)).containsExactly("utc", "there");
        hall = VIENNA;
        assertThat(list(IdolEventCriteria.ALL)).containsExactly("there", "utc");
    }

    @Test
    void names_are_looked_up_first() {
        var criteria = IdolEventCriteriaBuilder.builder()
                .idolUid("ada")
                .venueName("The Hall")
                .words("ad")
                .build();
        list(criteria);
        assertThat(others.askedQueries)
                .contains(new FindIdolEventStarts(
                        7, criteria, Set.of("hall"), new IdolsAndVenues(Set.of("ada"), Set.of("barn"))));
    }

    @Test
    void a_performance_that_there_is_not_is_refused_unless_some_event_names_it() {
        var criteria = IdolEventCriteriaBuilder.builder().performanceUid("gig").build();
        assertThatThrownBy(() -> list(criteria))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("performance_uid"));
        starts = List.of(start("utc", 1, "2026-06-15T18:30", null, null));
        assertThat(list(criteria)).containsExactly("utc");
    }

    private List<String> list(IdolEventCriteria criteria) {
        return events.find(new ListIdolEvents(7, criteria));
    }

    private static IdolEventStart start(
            String uid, long position, String begins, @Nullable ZoneId zone, @Nullable String venue) {
        return new IdolEventStart(uid, position, LocalDateTime.parse(begins), zone, venue);
    }
}
