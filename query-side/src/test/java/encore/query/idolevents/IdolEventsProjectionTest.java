package encore.query.idolevents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.Documents;
import encore.kernel.Event;
import encore.kernel.idolevents.EnteredIdolEvent;
import encore.kernel.idolevents.IdolEventCriteria;
import encore.kernel.idolevents.IdolEventCriteriaBuilder;
import encore.kernel.idolevents.IdolEventDetails;
import encore.kernel.idolevents.IdolEventDetailsBuilder;
import encore.kernel.idolevents.IdolEventId;
import encore.kernel.idolevents.IdolEventStart;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventAdded;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventChanged;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventRemoved;
import encore.kernel.idolevents.IdolEventsQuery.FindEnteredIdolEvents;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventStarts;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventsOfPerformances;
import encore.kernel.idolevents.IdolEventsQuery.IdolsAndVenues;
import encore.query.OverdueQuery;
import encore.query.ProjectionUnderTest;
import java.lang.reflect.Proxy;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdolEventsProjectionTest {

    private static final LocalDate DAY = LocalDate.parse("2026-06-15");
    private static final IdolEventCriteria ALL = IdolEventCriteria.ALL;

    private static final RuntimeException READ = new IllegalStateException("Documents are read");
    private static final Documents UNREADABLE = (Documents) Proxy.newProxyInstance(
            Documents.class.getClassLoader(), new Class<?>[] {Documents.class}, (proxy, method, arguments) -> {
                throw READ;
            });

    private final FindEnteredIdolEvents late = new FindEnteredIdolEvents(7, List.of("late"));

    private final ProjectionUnderTest<IdolEventsProjection> events =
            new ProjectionUnderTest<>(IdolEventsProjection::new);

    @BeforeEach
    void two_accounts_have_idol_events() {
        events.given(
                added("late", details("ada", "hall", "gig", "tour", DAY, true)),
                added("next", details("ada", "barn", null, null, DAY.plusDays(1), false)),
                added("other", details("bea", "hall", "gig", "tour", DAY.minusDays(1), false)),
                new IdolEventAdded(new IdolEventId(8, "theirs"), details("ada", "hall", "gig", "tour", DAY, false)));
    }

    @AfterEach
    void close() {
        events.close();
    }

    @Test
    void each_criterion_chooses() {
        assertThat(found(ALL)).containsExactlyInAnyOrder("late", "next", "other");
        assertThat(found(wanted("ada", null, null))).containsExactlyInAnyOrder("late", "next");
        assertThat(found(wanted(null, "gig", null))).containsExactlyInAnyOrder("late", "other");
        assertThat(found(wanted("ada", "gig", null))).containsExactly("late");
        assertThat(found(wanted(null, null, "tour"))).containsExactlyInAnyOrder("late", "other");
        assertThat(found(wanted(null, null, "Tour"))).isEmpty();
    }

    @Test
    void a_window_holds_what_begins_on_its_days() {
        assertThat(found(window(DAY, null))).containsExactlyInAnyOrder("late", "next");
        assertThat(found(window(null, DAY))).containsExactlyInAnyOrder("late", "other");
        assertThat(found(window(DAY, DAY))).containsExactly("late");
    }

    @Test
    void a_display_date_may_be_the_day_before() {
        assertThat(found(shown(DAY))).isEmpty();
        assertThat(found(shown(DAY.minusDays(1)))).containsExactlyInAnyOrder("late", "other");
        assertThat(found(shown(DAY.plusDays(1)))).containsExactly("next");
    }

    @Test
    void names_choose_what_is_theirs_once() {
        assertThat(found(ALL, Set.of("hall"), null)).containsExactlyInAnyOrder("late", "other");
        assertThat(found(ALL, Set.of(), null)).isEmpty();
        assertThat(found(ALL, null, new IdolsAndVenues(Set.of("ada"), Set.of("hall"))))
                .containsExactlyInAnyOrder("late", "next", "other");
        assertThat(found(ALL, null, new IdolsAndVenues(Set.of(), Set.of()))).isEmpty();
        assertThat(found(ALL, Set.of("barn"), new IdolsAndVenues(Set.of("ada"), Set.of())))
                .containsExactly("next");
        assertThat(found(wanted("ada", null, null), null, new IdolsAndVenues(Set.of(), Set.of("hall"))))
                .containsExactly("late");
        assertThat(found(window(DAY, null), null, new IdolsAndVenues(Set.of(), Set.of("hall"))))
                .containsExactly("late");
    }

    @Test
    void there_may_be_very_many_names() {
        Set<String> many = IntStream.range(0, 1_000).mapToObj(i -> "idol" + i).collect(Collectors.toSet());
        assertThat(found(ALL, null, new IdolsAndVenues(many, Set.of("barn")))).containsExactly("next");
        assertThat(found(ALL, many, null)).isEmpty();
    }

    @Test
    void a_start_is_by_the_clocks_there() {
        assertThat(starts(wanted("bea", null, null), null, null))
                .containsExactly(new IdolEventStart("other", 3, LocalDateTime.parse("2026-06-14T00:30"), null, "hall"));
    }

    @Test
    void a_changed_event_is_found_by_its_present_values() {
        events.given(new IdolEventChanged(id("late"), details("bea", "barn", null, null, DAY.plusDays(9), false)));
        assertThat(found(wanted("ada", null, null))).containsExactly("next");
        assertThat(found(window(DAY.plusDays(9), null))).containsExactly("late");
        assertThat(found(window(DAY, DAY))).isEmpty();
        EnteredIdolEvent late = entered("late").getFirst();
        assertThat(late.created()).isEqualTo(ProjectionUnderTest.START);
        assertThat(late.changed()).isEqualTo(ProjectionUnderTest.START.plusSeconds(4));
        assertThat(late.details().venueUid()).isEqualTo("barn");
    }

    @Test
    void an_event_read_lately_is_not_read_again_until_it_changes() {
        assertThat(venue("late")).isEqualTo("hall");
        assertThat(events.projection().find(late, UNREADABLE))
                .extracting(EnteredIdolEvent::uid)
                .containsExactly("late");
        events.given(new IdolEventChanged(id("late"), details("bea", "barn", null, null, DAY, false)));
        assertThatThrownBy(() -> events.projection().find(late, UNREADABLE)).isSameAs(READ);
        assertThat(venue("late")).isEqualTo("barn");
        events.given(new IdolEventRemoved(id("late")));
        assertThat(entered("late")).isEmpty();
    }

    @Test
    void an_event_read_before_a_change_is_not_cached() {
        events.read(documents -> {
            documents.position();
            events.given(new IdolEventChanged(id("late"), details("bea", "barn", null, null, DAY, false)));
            return events.projection().find(late, documents);
        });
        assertThat(venue("late")).isEqualTo("barn");
    }

    private @Nullable String venue(String uid) {
        return entered(uid).getFirst().details().venueUid();
    }

    @Test
    void a_removed_event_is_gone() {
        events.given(new IdolEventRemoved(id("late")));
        assertThat(found(ALL)).containsExactlyInAnyOrder("next", "other");
        assertThat(entered("late", "next", "theirs"))
                .extracting(EnteredIdolEvent::uid)
                .containsExactly("next");
    }

    @Test
    void performances_lead_to_the_idol_events_that_name_them() {
        List<EnteredIdolEvent> named = events.read(documents ->
                events.projection().find(new FindIdolEventsOfPerformances(7, List.of("gig", "none")), documents));
        assertThat(named).extracting(EnteredIdolEvent::uid).containsExactlyInAnyOrder("late", "other");
    }

    @Test
    void replayed_it_is_the_same() {
        events.given(
                new IdolEventChanged(id("next"), details("bea", null, null, null, DAY, false)),
                new IdolEventRemoved(id("other")));
        try (var again = events.replayed()) {
            assertThat(again.checksums()).isEqualTo(events.checksums());
        }
    }

    @Test
    void replayed_or_loaded_it_finds_the_same() {
        events.given(
                new IdolEventChanged(id("next"), details("bea", null, null, null, DAY, false)),
                new IdolEventRemoved(id("other")));
        var all = new FindIdolEventStarts(7, ALL, null, null);
        List<IdolEventStart> live = starts(events.projection(), all);
        assertThat(live).hasSize(2);
        ProjectionUnderTest<IdolEventsProjection> again = events.replayed();
        assertThat(starts(again.projection(), all)).containsExactlyInAnyOrderElementsOf(live);
        try (var loaded = again.restarted()) {
            assertThat(starts(loaded.projection(), all)).containsExactlyInAnyOrderElementsOf(live);
        }
    }

    private List<String> found(IdolEventCriteria criteria) {
        return found(criteria, null, null);
    }

    private List<String> found(
            IdolEventCriteria criteria, @Nullable Set<String> venues, @Nullable IdolsAndVenues idolsAndVenues) {
        return starts(criteria, venues, idolsAndVenues).stream()
                .map(IdolEventStart::uid)
                .toList();
    }

    private List<IdolEventStart> starts(
            IdolEventCriteria criteria, @Nullable Set<String> venues, @Nullable IdolsAndVenues idolsAndVenues) {
        return starts(events.projection(), new FindIdolEventStarts(7, criteria, venues, idolsAndVenues));
    }

    private static List<IdolEventStart> starts(IdolEventsProjection projection, FindIdolEventStarts query) {
        return projection.find(query);
    }

    private List<EnteredIdolEvent> entered(String... uids) {
        return events.read(
                documents -> events.projection().find(new FindEnteredIdolEvents(7, List.of(uids)), documents));
    }

    private static IdolEventCriteria wanted(
            @Nullable String idol, @Nullable String performance, @Nullable String label) {
        return IdolEventCriteriaBuilder.builder()
                .idolUid(idol)
                .performanceUid(performance)
                .labelName(label)
                .build();
    }

    private static IdolEventCriteria window(@Nullable LocalDate from, @Nullable LocalDate to) {
        return IdolEventCriteriaBuilder.builder().from(from).to(to).build();
    }

    private static IdolEventCriteria shown(LocalDate day) {
        return IdolEventCriteriaBuilder.builder().displayDate(day).build();
    }

    private static IdolEventId id(String uid) {
        return new IdolEventId(7, uid);
    }

    private static IdolEventAdded added(String uid, IdolEventDetails details) {
        return new IdolEventAdded(id(uid), details);
    }

    private static IdolEventDetails details(
            String idol,
            @Nullable String venue,
            @Nullable String performance,
            @Nullable String label,
            LocalDate day,
            boolean onPreviousDay) {
        return IdolEventDetailsBuilder.builder()
                .idolUid(idol)
                .startDate(day)
                .startTime(LocalTime.of(0, 30))
                .venueUid(venue)
                .performanceUid(performance)
                .labelName(label)
                .showOnPreviousDay(onPreviousDay)
                .build();
    }

    @Test
    void a_search_stops_when_its_time_is_over() {
        events.given(IntStream.range(0, 2_000)
                .mapToObj(number -> added("many" + number, details("bea", "barn", null, null, DAY, false)))
                .toArray(Event[]::new));
        OverdueQuery.assertStopped(() -> found(window(null, null)));
        assertThat(found(window(DAY, DAY))).hasSizeGreaterThanOrEqualTo(2_000);
    }
}
