package encore.query.performances;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceDetails;
import encore.kernel.performances.PerformanceDetailsBuilder;
import encore.kernel.performances.PerformanceEvent.PerformanceAdded;
import encore.kernel.performances.PerformanceEvent.PerformanceChanged;
import encore.kernel.performances.PerformanceEvent.PerformancePictured;
import encore.kernel.performances.PerformanceEvent.PerformanceRemoved;
import encore.kernel.performances.PerformanceId;
import encore.kernel.performances.PerformanceQuery.FindDatedPerformances;
import encore.kernel.performances.PerformanceQuery.FindEnteredPerformances;
import encore.kernel.performances.PerformanceQuery.FindPerformancesOf;
import encore.kernel.performances.PerformanceQuery.ListEnteredPerformances;
import encore.kernel.performances.PerformanceQuery.RequirePerformance;
import encore.kernel.performances.PerformanceStatus;
import encore.kernel.performances.PerformanceUid;
import encore.query.ProjectionUnderTest;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PerformancesProjectionTest {

    private static final PerformanceId GALA = new PerformanceId(7, "b-gala");
    private static final PerformanceId BALL = new PerformanceId(7, "a-ball");
    private static final PerformanceId THEIRS = new PerformanceId(8, "c-gala");
    private static final UUID PICTURE = new UUID(1, 2);

    private final ProjectionUnderTest<PerformancesProjection> performances =
            new ProjectionUnderTest<>(PerformancesProjection::new);

    @BeforeEach
    void two_accounts_have_performances() {
        performances.given(
                new PerformanceAdded(GALA, TestPerformances.called("Gala", "v-1", List.of("Bo"))),
                new PerformanceAdded(THEIRS, TestPerformances.called("Gala", null, List.of())),
                new PerformanceAdded(BALL, TestPerformances.called("Ball", null, List.of())));
    }

    @AfterEach
    void close() {
        performances.close();
    }

    @Test
    void an_account_has_its_own_in_the_order_they_were_added_page_by_page() {
        Page<Performance> first = all(7, null, 1);
        assertThat(first.rows())
                .containsExactly(Performance.entered(
                        GALA, ProjectionUnderTest.START, TestPerformances.called("Gala", "v-1", List.of("Bo")), null));
        Page<Performance> second = all(7, first.last(), 1);
        assertThat(second.rows()).extracting(Performance::performanceUid).containsExactly("a-ball");
        assertThat(second.more()).isFalse();
        assertThat(all(9, null, 5).rows()).isEmpty();
    }

    @Test
    void one_is_as_it_was_changed_and_pictured_last() {
        performances.given(
                new PerformancePictured(GALA, PICTURE),
                PerformanceChanged.of(
                        GALA, new Patch<>(TestPerformances.called("Gran Gala", null, null), Set.of("venueUid"))));
        Performance gala = found("b-gala").getFirst();
        assertThat(gala.details()).isEqualTo(TestPerformances.called("Gran Gala", null, List.of("Bo")));
        assertThat(gala.mediaUid()).isEqualTo(PICTURE);
        assertThat(gala.creationTimestamp()).isEqualTo(ProjectionUnderTest.START);
        performances.given(
                new PerformancePictured(GALA, null),
                PerformanceChanged.of(GALA, Patch.of(TestPerformances.called(null, null, List.of()))));
        assertThat(found("b-gala").getFirst().mediaUid()).isNull();
        assertThat(found("b-gala").getFirst().details().additionalArtistNames()).isEmpty();
    }

    @Test
    void those_of_an_artist_are_found_by_the_name_as_names_are_compared() {
        performances.given(
                PerformanceChanged.of(BALL, Patch.of(TestPerformances.with(null, null, " ADA ", null))),
                PerformanceChanged.of(THEIRS, Patch.of(TestPerformances.with(null, null, "Ada", null))));
        assertThat(of("ada", "bea")).containsExactly("a-ball");
        performances.given(PerformanceChanged.of(GALA, Patch.of(TestPerformances.with(null, null, "Bea", null))));
        assertThat(of("bea", "ada")).containsExactly("b-gala", "a-ball");
        assertThat(of("cy")).isEmpty();
        assertThat(of()).isEmpty();
    }

    private List<String> of(String... artists) {
        return performances.read(
                documents -> performances.projection().find(new FindPerformancesOf(7, List.of(artists)), documents));
    }

    @Test
    void a_removed_performance_and_one_of_another_account_are_not_found() {
        performances.given(new PerformanceRemoved(BALL));
        assertThat(found("a-ball", "c-gala", "b-gala", "none"))
                .extracting(Performance::performanceUid)
                .containsExactly("b-gala");
        assertThat(all(7, null, 5).rows()).hasSize(1);
        assertThat(required("b-gala")).isEqualTo(new PerformanceUid("b-gala"));
        for (String uid : List.of("a-ball", "c-gala", "none")) {
            assertThatThrownBy(() -> required(uid)).isInstanceOfSatisfying(Refusal.class, refusal -> {
                assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
                assertThat(refusal.field()).isEqualTo("performance_uid");
            });
        }
    }

    private PerformanceUid required(String uid) {
        return performances.read(
                documents -> performances.projection().find(new RequirePerformance(7, uid), documents));
    }

    @Test
    void a_rebuilt_view_is_the_same() {
        PerformanceDetails later = TestPerformances.called("Gran Gala", "v-2", List.of("Cy"));
        performances.given(
                PerformanceChanged.of(GALA, Patch.of(later)),
                new PerformanceRemoved(BALL),
                new PerformancePictured(GALA, PICTURE));
        try (var again = performances.replayed()) {
            assertThat(again.checksums()).isEqualTo(performances.checksums());
        }
    }

    private Page<Performance> all(long account, @Nullable String after, int limit) {
        return performances.read(documents -> performances
                .projection()
                .find(new ListEnteredPerformances(account, new NextKey(after, limit)), documents));
    }

    private List<Performance> found(String... uids) {
        return performances.read(
                documents -> performances.projection().find(new FindEnteredPerformances(7, List.of(uids)), documents));
    }

    @Test
    void performances_from_a_day_on_are_found_by_their_days() {
        LocalDate day = LocalDate.parse("2026-05-01");
        performances.given(
                on("d-late", day.plusDays(9), null),
                on("e-soon", day.plusDays(1), PerformanceStatus.READY),
                on("f-today", day, null),
                on("g-past", day.minusDays(1), null),
                on("h-archived", day.plusDays(2), PerformanceStatus.ARCHIVED));
        assertThat(dated(day, 10)).containsExactly("f-today", "e-soon", "d-late");
        assertThat(dated(day, 1)).containsExactly("f-today");
        assertThat(dated(day.plusDays(10), 10)).isEmpty();
    }

    private static PerformanceAdded on(String uid, LocalDate day, @Nullable PerformanceStatus status) {
        return new PerformanceAdded(
                new PerformanceId(7, uid),
                PerformanceDetailsBuilder.builder(TestPerformances.called(uid, null, List.of()))
                        .performanceDate(day)
                        .status(status)
                        .build());
    }

    private List<String> dated(LocalDate from, int limit) {
        return performances
                .read(documents -> performances.projection().find(new FindDatedPerformances(7, from, limit), documents))
                .stream()
                .map(Performance::performanceUid)
                .toList();
    }
}
