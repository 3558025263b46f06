package encore.query.search;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Patch;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.search.FanCriteria.Radius;
import encore.kernel.segments.FanContactCounts;
import encore.kernel.segments.FanSelection;
import encore.kernel.segments.FanStats;
import encore.kernel.segments.SegmentQuery.CountFanSelection;
import encore.kernel.segments.SegmentQuery.CountFanSelections;
import encore.kernel.segments.SegmentQuery.FindContactCounts;
import encore.kernel.segments.SegmentQuery.FindSelectionStats;
import encore.kernel.snapshots.SnapshotQuery.FindMembersOfSelection;
import encore.query.OverdueQuery;
import encore.query.ProjectionUnderTest;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SelectionStatisticsTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-03-05");
    private static final FanSelection ALL = new FanSelection(new CriteriaBuilder().said(), null);

    private final ProjectionUnderTest<FanIndexProjection> index = new ProjectionUnderTest<>(FanIndexProjection::new);

    @AfterEach
    void close() {
        index.close();
    }

    @Test
    void fans_are_counted_by_what_they_are() {
        // The first fan becomes 13 today, the second one tomorrow.
        index.given(
                joined(1, "female", "2013-03-05", "NY", "New York"),
                joined(2, "female", "2013-03-06", "NY", "New York"),
                joined(3, null, "1940-01-01", null, "Paris"),
                joined(4, null, null, null, null),
                joined(5, "male", "1990-01-01", "MA", "Boston"),
                new FanErased(new FanId(7, 5)));
        FanStats stats = index.projection().find(new FindSelectionStats(7, ALL, TODAY));
        assertThat(stats.fans().fanCount()).isEqualTo(4);
        assertThat(stats.fanDemographics().gender()).isEqualTo(Map.of("female", 2L, "unknown", 2L));
        assertThat(stats.fanDemographics().age())
                .containsEntry("0-12", 1L)
                .containsEntry("13-17", 1L)
                .containsEntry("65+", 1L)
                .containsEntry("unknown", 1L)
                .hasSize(9);
        assertThat(stats.topLocations().toString()).isEqualTo("{New York, NY, US=2, Paris, US=1}");
        assertThat(stats.topCountries()).isEqualTo(Map.of("US", 4L));
    }

    @Test
    void figures_are_of_those_chosen_and_the_latest_change() {
        index.given(
                joined(1, "female", null, null, null),
                joined(2, "male", null, null, null),
                FanProfileChanged.of(new FanId(7, 1), Patch.of(profile("female", "1990-01-01", null, null))));
        FanContactCounts two = figures(new FanSelection(new CriteriaBuilder().said(), List.of(2L, 9L)));
        assertThat(two.fanCount()).isEqualTo(1);
        assertThat(two.lastUpdate()).isEqualTo(ProjectionUnderTest.START.plusSeconds(1));
        assertThat(figures(ALL).lastUpdate()).isEqualTo(ProjectionUnderTest.START.plusSeconds(2));
        assertThat(figures(ALL).emailSubscribeCount()).isEqualTo(2);
        assertThat(figures(new FanSelection(new CriteriaBuilder().said(), List.of()))
                        .lastUpdate())
                .isNull();
    }

    @Test
    void tickets_sold_to_them_are_counted_without_deleted_tickets_and_excluded_events() {
        var two = new TicketBuilder(1);
        two.seats = 2L;
        two.paid = "10.50";
        var deleted = new TicketBuilder(2);
        deleted.deleted = true;
        var trial = new TicketBuilder(2);
        trial.event = "trial";
        index.given(joined(1, "female", null, null, null), joined(2, "male", null, null, null));
        index.given(two.recorded(), new TicketBuilder(1).recorded(), deleted.recorded(), trial.recorded());
        index.given(TicketBuilder.excluded("trial", true), new TicketBuilder(9).recorded());
        var metrics =
                index.projection().find(new FindSelectionStats(7, ALL, TODAY)).fanMetrics();
        assertThat(metrics.ticketFanCount()).isEqualTo(1);
        assertThat(metrics.salesCount()).isEqualTo(2);
        assertThat(metrics.seatsCount()).isEqualTo(3);
        assertThat(metrics.revenue()).isEqualByComparingTo("20.50");
        var others = new FanSelection(new CriteriaBuilder().said(), List.of(2L));
        assertThat(index.projection()
                        .find(new FindSelectionStats(7, others, TODAY))
                        .fanMetrics()
                        .revenue())
                .isZero();
    }

    @Test
    void nobody_is_near_to_where_nobody_is() {
        index.given(joined(1, "female", null, null, null));
        var near = new CriteriaBuilder();
        near.postalCodes = List.of("10001");
        near.radius = new Radius(null, null, 5);
        var two = new CountFanSelections(7, List.of(ALL, new FanSelection(near.said(), null)), TODAY);
        assertThat(index.projection().find(two)).containsExactly(1L, 0L);
    }

    private FanContactCounts figures(FanSelection selection) {
        return index.projection().find(new FindContactCounts(7, selection, TODAY));
    }

    private static FanRegistered joined(
            long number,
            @Nullable String gender,
            @Nullable String born,
            @Nullable String province,
            @Nullable String city) {
        var consent = ConsentBuilder.builder()
                .optedInBusinesses(List.of())
                .optedOutBusinesses(List.of())
                .isSubscribed(true)
                .build();
        return new FanRegistered(new FanId(7, number), profile(gender, born, province, city), consent);
    }

    private static Profile profile(
            @Nullable String gender, @Nullable String born, @Nullable String province, @Nullable String city) {
        return ProfileBuilder.builder()
                .email("a@fans.example")
                .gender(gender)
                .birthDate(born == null ? null : LocalDate.parse(born))
                .countryCode("US")
                .province(province)
                .city(city)
                .build();
    }

    @Test
    void every_query_of_the_index_stops_when_its_time_is_over_and_is_answered_whole_afterwards() {
        index.given(LongStream.range(1, 2_001)
                .mapToObj(fan -> joined(fan, "female", "2013-03-05", "NY", "New York"))
                .toArray(FanRegistered[]::new));
        FanIndexProjection projection = index.projection();
        var women = new CriteriaBuilder();
        women.gender = "female";
        women.youngest = 1;
        var selection = new FanSelection(women.said(), null);
        OverdueQuery.assertStopped(
                () -> projection.find(new FindMatchingFans(7, women.said(), TODAY, Long.MAX_VALUE, 0, null, 10)));
        OverdueQuery.assertStopped(() -> projection.find(new CountFanSelections(7, List.of(selection), TODAY)));
        OverdueQuery.assertStopped(() -> projection.find(new CountFanSelection(7, selection, TODAY)));
        OverdueQuery.assertStopped(() -> projection.find(new FindMembersOfSelection(7, selection, TODAY)));
        OverdueQuery.assertStopped(() -> projection.find(new FindContactCounts(7, ALL, TODAY)));
        OverdueQuery.assertStopped(() -> projection.find(new FindSelectionStats(7, ALL, TODAY)));
        List<Long> some = LongStream.range(1, 2_001).boxed().toList();
        OverdueQuery.assertStopped(
                () -> projection.find(new CountFanSelection(7, new FanSelection(ALL.criteria(), some), TODAY)));
        assertThat(projection.find(new CountFanSelection(7, selection, TODAY)).fanCount())
                .isEqualTo(2_000);
        assertThat(projection.find(new FindSelectionStats(7, ALL, TODAY)).fans().fanCount())
                .isEqualTo(2_000);
    }
}
