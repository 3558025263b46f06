package encore.query.points;

import static encore.query.points.PointEvents.awarded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.performances.PerformanceQuery.RequirePerformance;
import encore.kernel.performances.PerformanceUid;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.PointType;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.kernel.points.PointsQuery.FindPerformanceLeaderboard;
import encore.kernel.points.PointsQuery.FindPointTypes;
import encore.kernel.points.QuestAward;
import encore.kernel.time.Days;
import encore.kernel.time.Moment;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PerformancePointsProjectionTest {

    private static final LocalDate FIRST = LocalDate.of(2026, 3, 1);

    private final ProjectionUnderTest<PerformancePointsProjection> points =
            new ProjectionUnderTest<>(() -> new PerformancePointsProjection(new FakeQueryGateway()
                    .on(RequirePerformance.class, query -> {
                        if (query.performanceUid().equals("none")) {
                            throw Refusal.unknownId("performance_uid");
                        }
                        return new PerformanceUid(query.performanceUid());
                    })
                    .on(
                            FindPointTypes.class,
                            query -> List.of(
                                    new PointType("cd", "discs", Instant.EPOCH),
                                    new PointType("mc", "tapes", Instant.EPOCH)))));

    @BeforeEach
    void two_days_of_a_performance() {
        points.at(Instant.parse("2026-03-01T23:00:00Z"))
                .given(of("perf", 41, "cd", 5), of("perf", 42, "cd", 9), of("other", 41, "cd", 100))
                .at(Instant.parse("2026-03-02T00:00:00Z"))
                .given(of("perf", 41, "cd", 4), of("perf", 43, "mc", 7), awarded(7, 44, "cd", "p", 50))
                .given(of(null, 45, "cd", 50));
    }

    @AfterEach
    void close() {
        points.close();
    }

    @Test
    void fans_are_ranked_by_their_points_for_the_performance() {
        assertThat(board("perf", "discs", FIRST, FIRST.plusDays(1), 10))
                .containsExactly(row("discs", 42, 9, 1), row("discs", 41, 9, 2));
        assertThat(board("perf", "discs", FIRST, FIRST, 10))
                .containsExactly(row("discs", 42, 9, 1), row("discs", 41, 5, 2));
        assertThat(board("perf", "tapes", FIRST, FIRST.plusDays(1), 10)).containsExactly(row("tapes", 43, 7, 1));
        assertThat(board("quiet", "discs", FIRST, FIRST.plusDays(1), 10)).isEmpty();
    }

    @Test
    void all_pages_show_the_board_of_the_first() {
        List<LeaderboardRow> whole = board("perf", "discs", FIRST, FIRST.plusDays(1), 10);
        assertThat(board("perf", "discs", FIRST, FIRST.plusDays(1), 1)).isEqualTo(whole);
        Page<LeaderboardRow> first = page("perf", "discs", FIRST, FIRST.plusDays(1), new NextKey(null, 1));
        points.given(of("perf", 41, "cd", 50));
        assertThat(page("perf", "discs", FIRST, FIRST.plusDays(1), new NextKey(first.last(), 5))
                        .rows())
                .containsExactly(row("discs", 41, 9, 2));
    }

    @Test
    void the_board_of_an_earlier_moment_is_found() {
        List<LeaderboardRow> then = points.read(documents -> points.projection()
                .find(query("perf", "discs", FIRST, FIRST.plusDays(1), new NextKey(null, 9)), documents, moment(3))
                .rows());
        assertThat(then).containsExactly(row("discs", 42, 9, 1), row("discs", 41, 5, 2));
    }

    @Test
    void points_count_at_the_time_of_their_own_and_ties_stay_with_the_position() {
        Instant early = Instant.parse("2026-03-01T10:00:00Z");
        points.at(Instant.parse("2026-03-05T00:00:00Z"))
                .given(PointEvents.at(early, of("perf", 41, "cd", 4)), PointEvents.at(early, of("perf", 46, "cd", 9)));
        // Both 41 and 42 have 9 points of the first day, and 41 got them later in the log, though at an earlier time.
        assertThat(board("perf", "discs", FIRST, FIRST, 10))
                .containsExactly(row("discs", 42, 9, 1), row("discs", 41, 9, 2), row("discs", 46, 9, 3));
        assertThat(board("perf", "discs", FIRST.plusDays(4), FIRST.plusDays(4), 10))
                .isEmpty();
        List<LeaderboardRow> before = points.read(documents -> points.projection()
                .find(query("perf", "discs", FIRST, FIRST, new NextKey(null, 9)), documents, moment(7))
                .rows());
        assertThat(before).containsExactly(row("discs", 42, 9, 1), row("discs", 41, 5, 2));
    }

    @Test
    void an_unknown_name_and_an_unknown_performance_are_refused() {
        assertThatThrownBy(() -> board("perf", "vinyl", FIRST, FIRST, 10))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("point_name"));
        assertThatThrownBy(() -> board("none", "discs", FIRST, FIRST, 10))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("performance_uid"));
    }

    private static Moment moment(long position) {
        return new Moment(position, Instant.parse("2026-03-01T23:00:00Z"));
    }

    private List<LeaderboardRow> board(String performance, String name, LocalDate from, LocalDate to, int limit) {
        List<LeaderboardRow> rows = new ArrayList<>();
        String after = null;
        Page<LeaderboardRow> page;
        do {
            page = page(performance, name, from, to, new NextKey(after, limit));
            rows.addAll(page.rows());
            after = page.last();
        } while (page.more());
        return rows;
    }

    private Page<LeaderboardRow> page(String performance, String name, LocalDate from, LocalDate to, NextKey paging) {
        return points.read(documents ->
                points.projection().find(query(performance, name, from, to, paging), documents, Moment.NOW));
    }

    private static FindPerformanceLeaderboard query(
            String performance, String name, LocalDate from, LocalDate to, NextKey paging) {
        return new FindPerformanceLeaderboard(7, performance, name, new Days(from, to), paging, null);
    }

    private static LeaderboardRow row(String name, long fan, long count, long rank) {
        return new LeaderboardRow(name, fan, count, rank);
    }

    private static PointsAwarded of(@Nullable String performance, long fan, String type, long count) {
        return PointsEventPointsAwardedBuilder.builder(awarded(7, fan, type, "p", count))
                .quest(new QuestAward(performance, Instant.EPOCH))
                .build();
    }
}
