package encore.query.associations;

import static encore.kernel.associations.AssociationKind.IDOL_EVENT;
import static encore.kernel.associations.AssociationKind.PERFORMANCE;
import static encore.kernel.associations.AssociationState.GOING;
import static encore.kernel.associations.AssociationState.SAVED;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.associations.Association;
import encore.kernel.associations.AssociationKind;
import encore.kernel.associations.AssociationQuery.FindAssociations;
import encore.kernel.associations.AssociationQuery.FindFanEvents;
import encore.kernel.associations.FanEvents;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.kernel.idolevents.EnteredIdolEvent;
import encore.kernel.idolevents.IdolEventDetailsBuilder;
import encore.kernel.idolevents.IdolEventsQuery.FindEnteredIdolEvents;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventsOfPerformances;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolPresentation;
import encore.kernel.idols.IdolProfileBuilder;
import encore.kernel.idols.IdolType;
import encore.kernel.idols.IdolUid;
import encore.kernel.idols.IdolsQuery.FindSomeIdols;
import encore.kernel.idols.IdolsQuery.RequireIdol;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceDetails;
import encore.kernel.performances.PerformanceId;
import encore.kernel.performances.PerformanceQuery.FindEnteredPerformances;
import encore.query.FakeQueryGateway;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FanEventsWithDetailsTest {

    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");

    /** The show of Ada, who is pop, names the gig; the fair is Bea's, who is rock. What is "gone" was deleted. */
    private final FakeQueryGateway others = new FakeQueryGateway()
            .on(RequireFan.class, query -> new FanState(query.fanId(), FanState.State.KNOWN))
            .on(RequireIdol.class, query -> new IdolUid(query.idolUid()))
            .on(
                    FindAssociations.class,
                    query -> List.of(
                            saved(IDOL_EVENT, "fair"),
                            saved(PERFORMANCE, "gig"),
                            saved(IDOL_EVENT, "gone"),
                            saved(PERFORMANCE, "gone"),
                            saved(PERFORMANCE, "reading"),
                            saved(IDOL_EVENT, "show")))
            .on(
                    FindEnteredIdolEvents.class,
                    query -> Stream.of(event("show", "ada", "gig"), event("fair", "bea", null))
                            .filter(event -> query.idolEventUids().contains(event.uid()))
                            .toList())
            .on(
                    FindIdolEventsOfPerformances.class,
                    query -> query.performanceUids().contains("gig") ? List.of(event("show", "ada", "gig")) : List.of())
            .on(
                    FindSomeIdols.class,
                    query -> Stream.of(idol("ada", "pop"), idol("bea", "rock"))
                            .filter(idol -> query.idolUids().contains(idol.idolUid()))
                            .toList())
            .on(
                    FindEnteredPerformances.class,
                    query -> query.performanceUids().stream()
                            .filter(uid -> !uid.equals("gone"))
                            .map(FanEventsWithDetailsTest::performance)
                            .toList());

    private final FanEventsWithDetails events = new FanEventsWithDetails(others);

    @Test
    void all_that_is_still_there_comes_as_it_began() {
        FanEvents all = find(null, null);
        assertThat(all.idolEvents())
                .containsExactly(
                        new FanEvents.FanIdolEvent(
                                "fair", null, AT, List.of(SAVED, GOING), true, LocalDate.parse("2026-06-14")),
                        new FanEvents.FanIdolEvent(
                                "show", "gig", AT, List.of(SAVED, GOING), true, LocalDate.parse("2026-06-14")));
        assertThat(all.performances())
                .extracting(FanEvents.FanPerformance::performanceUid)
                .containsExactly("gig", "reading");
    }

    @Test
    void an_idol_chooses_its_events_and_the_performances_that_they_name() {
        assertThat(uids(find("ada", null))).containsExactly("show", "gig");
        assertThat(uids(find("bea", null))).containsExactly("fair");
    }

    @Test
    void a_label_chooses_those_of_the_idols_that_have_it() {
        assertThat(uids(find(null, "pop"))).containsExactly("show", "gig");
        assertThat(uids(find(null, "rock"))).containsExactly("fair");
        assertThat(uids(find("ada", "rock"))).isEmpty();
        assertThat(uids(find(null, "Pop"))).isEmpty();
    }

    private FanEvents find(@Nullable String idol, @Nullable String label) {
        return events.find(new FindFanEvents(7, 42, idol, label));
    }

    private static List<String> uids(FanEvents found) {
        return Stream.concat(
                        found.idolEvents().stream().map(FanEvents.FanIdolEvent::idolEventUid),
                        found.performances().stream().map(FanEvents.FanPerformance::performanceUid))
                .toList();
    }

    private static Association saved(AssociationKind kind, String uid) {
        return new Association(kind, uid, AT, List.of(SAVED, GOING));
    }

    private static EnteredIdolEvent event(String uid, String idol, @Nullable String performance) {
        return new EnteredIdolEvent(
                uid,
                AT,
                AT,
                IdolEventDetailsBuilder.builder()
                        .idolUid(idol)
                        .startDate(LocalDate.parse("2026-06-15"))
                        .performanceUid(performance)
                        .showOnPreviousDay(true)
                        .build());
    }

    private static Idol idol(String uid, String label) {
        return Idol.of(
                uid,
                AT,
                IdolProfileBuilder.builder()
                        .idolName(uid)
                        .idolType(IdolType.OTHER)
                        .labelNames(List.of(label))
                        .build(),
                IdolPresentation.EMPTY);
    }

    private static Performance performance(String uid) {
        return Performance.entered(new PerformanceId(7, uid), AT, PerformanceDetails.DEFAULTS, null);
    }
}
