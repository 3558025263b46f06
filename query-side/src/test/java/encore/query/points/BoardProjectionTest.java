package encore.query.points;

import static encore.query.points.PointEvents.at;
import static encore.query.points.PointEvents.awarded;
import static encore.query.points.PointEvents.created;
import static encore.query.points.PointEvents.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.kernel.points.PointsQuery.FindFanRecords;
import encore.kernel.points.PointsQuery.FindLeaderboard;
import encore.kernel.points.PointsQuery.FindLedgerRows;
import encore.kernel.points.PointsQuery.FindPointsOfFans;
import encore.kernel.points.ledgers.Balance;
import encore.kernel.points.ledgers.LedgerRow;
import encore.kernel.points.ledgers.PointsByFan;
import encore.kernel.tiers.FanTier;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.PointTypeWithTiers;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.tiers.TiersEvent.TierChanged;
import encore.kernel.tiers.TiersQuery.FindFanTier;
import encore.kernel.tiers.TiersQuery.FindPointTypesWithTiers;
import encore.kernel.time.AsOf;
import encore.kernel.time.Days;
import encore.kernel.time.Moment;
import encore.query.FakeQueryGateway;
import encore.query.OverdueQuery;
import encore.query.ProjectionUnderTest;
import encore.query.memory.BoardMemoryLimit;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BoardProjectionTest {

    private static final PointTiersId TIERS = new PointTiersId(7, "cd");
    private static final LocalDate FIRST = LocalDate.of(2026, 3, 1);

    private ProjectionUnderTest<BoardProjection> board = new ProjectionUnderTest<>(BoardProjectionTest::make);

    private static final List<PointTypeWithTiers> TYPES = List.of(new PointTypeWithTiers(
            "cd", "discs", List.of(new PointTier("t", 7, "cd", "discs", "Five", 5, Instant.EPOCH))));

    private static BoardProjection make() {
        return new BoardProjection(
                new FakeQueryGateway().on(FindPointTypesWithTiers.class, query -> TYPES),
                BoardMemoryLimit.defaultLimit());
    }

    @AfterEach
    void close() {
        board.close();
    }

    @Test
    void a_balance_sums_a_fans_records_and_knows_its_rank_tier_and_last_change() {
        board.given(joined(7, 41), joined(7, 42), created(7, "cd", "discs"), new TierAdded(TIERS, "t1", "Gold", 10))
                .given(awarded(7, 41, "cd", "p1", 5), awarded(7, 42, "cd", "p2", 8), awarded(7, 41, "cd", "p3", 6));
        eachWay(projection -> {
            assertThat(projection.find(new FindBalances(7, 41, null), Moment.NOW))
                    .containsExactly(new Balance("cd", "discs", 11, 1L, "Gold", 7));
            assertThat(projection.find(new FindBalances(7, 42, null), Moment.NOW))
                    .containsExactly(new Balance("cd", "discs", 8, 2L, null, 6));
        });
    }

    @Test
    void points_of_several_fans_are_read_by_one_query() {
        board.given(joined(7, 41), joined(7, 42), joined(7, 43), created(7, "cd", "discs"), created(7, "mc", "tapes"))
                .given(awarded(7, 41, "cd", "p1", 5), awarded(7, 42, "cd", "p2", -8), awarded(7, 43, "mc", "p3", 6));
        eachWay(projection -> {
            assertThat(projection.find(new FindPointsOfFans(7, "cd", List.of(42L, 43L, 44L, 41L))))
                    .isEqualTo(new PointsByFan(Map.of(41L, 5L, 42L, -8L)));
            assertThat(projection.find(new FindPointsOfFans(8, "cd", List.of(41L))))
                    .isEqualTo(new PointsByFan(Map.of()));
        });
    }

    @Test
    void a_fan_without_points_has_no_balances_and_an_unknown_fan_is_unknown() {
        board.given(joined(7, 41), created(7, "cd", "discs"));
        eachWay(projection -> {
            assertThat(projection.find(new FindBalances(7, 41, null), Moment.NOW))
                    .isEmpty();
            assertThatThrownBy(() -> projection.find(new FindBalances(7, 42, null), Moment.NOW))
                    .satisfies(refusal(null));
            assertThatThrownBy(() -> projection.find(new FindBalances(8, 41, null), Moment.NOW))
                    .satisfies(refusal(null));
            assertThatThrownBy(() -> projection.find(new FindFanTier(8, 41, "discs", null), Moment.NOW))
                    .satisfies(refusal(null));
        });
    }

    @Test
    void a_balance_of_zero_has_no_rank() {
        board.given(joined(7, 41), created(7, "cd", "discs"))
                .given(awarded(7, 41, "cd", "p1", 5), awarded(7, 41, "cd", "p2", -5));
        eachWay(projection -> assertThat(projection.find(new FindBalances(7, 41, null), Moment.NOW))
                .containsExactly(new Balance("cd", "discs", 0, null, null, 4)));
    }

    @Test
    void the_tier_of_a_fan_is_the_highest_it_has_reached() {
        board.given(joined(7, 41), created(7, "cd", "discs"))
                .given(new TierAdded(TIERS, "t1", "Gold", 10), new TierAdded(TIERS, "t2", "Bronze", 3))
                .given(new TierChanged(TIERS, "t1", "Silver", 6), awarded(7, 41, "cd", "p1", 7));
        var silver = new PointTier("t1", 7, "cd", "discs", "Silver", 6, ProjectionUnderTest.START.plusSeconds(2));
        eachWay(projection -> {
            assertThat(projection
                            .find(new FindFanTier(7, 41, " discs ", null), Moment.NOW)
                            .tier())
                    .isEqualTo(silver);
            assertThatThrownBy(() -> projection.find(new FindFanTier(7, 41, "tapes", null), Moment.NOW))
                    .satisfies(refusal("point_name"));
        });
        board.given(awarded(7, 41, "cd", "p2", -5));
        eachWay(projection -> assertThat(projection
                        .find(new FindFanTier(7, 41, "discs", null), Moment.NOW)
                        .tier())
                .isNull());
    }

    @Test
    void a_leaderboard_ranks_whole_days() {
        board.given(created(7, "cd", "discs"))
                .at(Instant.parse("2026-03-01T23:59:59.999Z"))
                .given(awarded(7, 41, "cd", "p1", 5))
                .at(Instant.parse("2026-03-02T00:00:00Z"))
                .given(awarded(7, 42, "cd", "p2", 9))
                .given(awarded(7, 43, "other", "p3", 9), awarded(8, 44, "cd", "p4", 9));
        eachWay(projection -> {
            assertThat(leaderboard(projection, FIRST, FIRST)).containsExactly(row(41, 5, 1));
            assertThat(leaderboard(projection, FIRST, FIRST.plusDays(1))).containsExactly(row(42, 9, 1), row(41, 5, 2));
            assertThat(leaderboard(projection, FIRST.plusDays(2), FIRST.plusDays(9)))
                    .isEmpty();
            assertThatThrownBy(() ->
                            projection.find(FindLeaderboard.ofAllTime(7, "tapes", new NextKey(null, 10)), Moment.NOW))
                    .satisfies(refusal("point_name"));
        });
    }

    @Test
    void a_board_of_which_nobody_has_points_is_empty() {
        board.given(created(7, "cd", "discs"));
        eachWay(projection -> assertThat(leaderboard(projection, FIRST, FIRST)).isEmpty());
    }

    @Test
    void all_pages_show_the_board_as_it_was_at_the_first() {
        board.given(created(7, "cd", "discs"));
        LongStream.rangeClosed(1, 25).forEach(fan -> board.given(awarded(7, fan, "cd", "p" + fan, 100 - fan)));
        List<LeaderboardRow> rows = new ArrayList<>();
        String after = null;
        Page<LeaderboardRow> page;
        do {
            page = board.projection().find(board(FIRST, FIRST.plusDays(1), after, 10), Moment.NOW);
            rows.addAll(page.rows());
            after = page.last();
            board.given(awarded(7, 25, "cd", "more", 1_000));
        } while (page.more());
        assertThat(rows)
                .extracting(LeaderboardRow::fanId)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 25).boxed().toList());
        assertThat(rows.getLast()).isEqualTo(row(25, 75, 25));
    }

    @Test
    void the_board_as_of_a_position_is_the_board_that_saw_no_more() {
        Random random = new Random(3);
        List<Event> events = new ArrayList<>(List.of(joined(7, 1), joined(7, 2), created(7, "cd", "discs")));
        for (int i = 0; i < 60; i++) {
            events.add(awarded(7, 1 + random.nextInt(4), "cd", "p" + i, random.nextInt(-3, 8)));
        }
        board.given(events.toArray(Event[]::new));
        for (int seen = 3; seen <= events.size(); seen++) {
            var moment = new Moment(seen, ProjectionUnderTest.START.plusSeconds(seen - 1));
            try (var then = new ProjectionUnderTest<>(BoardProjectionTest::make)) {
                then.given(events.subList(0, seen).toArray(Event[]::new));
                assertThat(leaderboard(board.projection(), moment))
                        .isEqualTo(leaderboard(then.projection(), Moment.NOW));
                then.given(new TierAdded(TIERS, "t", "Five", 5));
                var balances = new FindBalances(7, 1, AsOf.of(seen));
                assertThat(board.projection().find(balances, moment))
                        .isEqualTo(then.projection().find(balances, Moment.NOW));
                var tier = new FindFanTier(7, 1, "discs", AsOf.of(seen));
                assertThat(name(board.projection().find(tier, moment)))
                        .isEqualTo(name(then.projection().find(tier, Moment.NOW)));
            }
        }
    }

    private static @Nullable String name(FanTier fan) {
        return fan.tier() == null ? null : fan.tier().tierName();
    }

    @Test
    void a_ledgers_rows_say_the_balance_that_each_led_to() {
        board.given(
                joined(7, 41),
                created(7, "cd", "discs"),
                awarded(7, 41, "cd", "p1", 5),
                awarded(7, 42, "cd", "p2", 9),
                awarded(7, 41, "cd", "p3", -2),
                awarded(7, 41, "tape", "p4", 4));
        assertThat(board.projection().find(new FindLedgerRows(7, 41, null, Days.ALL)))
                .containsExactly(new LedgerRow("cd", 3, 5), new LedgerRow("cd", 5, 3), new LedgerRow("tape", 6, 4));
        assertThat(board.projection().find(new FindLedgerRows(7, 41, "tape", new Days(FIRST, FIRST))))
                .containsExactly(new LedgerRow("tape", 6, 4));
        assertThat(board.projection().find(new FindLedgerRows(7, 41, null, new Days(FIRST.plusDays(1), null))))
                .isEmpty();
    }

    private static List<LeaderboardRow> leaderboard(BoardProjection projection, Moment then) {
        return projection.find(board(FIRST, FIRST.plusDays(1), null, 100), then).rows();
    }

    @Test
    void an_event_that_comes_late_makes_it_ask_to_be_loaded_anew() {
        board.given(joined(7, 41), created(7, "cd", "discs"), awarded(7, 41, "cd", "p1", 5));
        var late = new RecordedEvent(
                awarded(7, 41, "cd", "p2", 6),
                2,
                ProjectionUnderTest.START,
                "ledger.7.41.cd",
                0,
                new RecordedEvent.Origin(7, "key", "Command", "request"));
        assertThatThrownBy(() -> board.projection().apply(List.of(late))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void an_award_counts_on_the_day_of_its_own_also_one_that_comes_late() {
        Instant first = Instant.parse("2026-03-01T08:00:00Z");
        board.given(joined(7, 41), joined(7, 42), created(7, "cd", "discs"))
                .at(Instant.parse("2026-03-09T00:00:00Z"))
                .given(at(first, awarded(7, 41, "cd", "p1", 5)), awarded(7, 42, "cd", "p2", 8))
                .givenLate(
                        at(first.plusSeconds(99_999), awarded(7, 42, "cd", "p3", 6)),
                        at(first.minusSeconds(99_999), awarded(7, 41, "cd", "p4", 7)));
        board = board.restarted();
        LocalDate before = FIRST.minusDays(1);
        eachWay(projection -> {
            assertThat(leaderboard(projection, FIRST, FIRST)).containsExactly(row(41, 5, 1));
            assertThat(leaderboard(projection, FIRST, FIRST.plusDays(1))).containsExactly(row(42, 6, 1), row(41, 5, 2));
            assertThat(leaderboard(projection, before, before)).containsExactly(row(41, 7, 1));
            assertThat(leaderboard(projection, FIRST.plusDays(8), FIRST.plusDays(8)))
                    .containsExactly(row(42, 8, 1));
            assertThat(projection
                            .find(board(before, FIRST.plusDays(9), null, 100), new Moment(5, first))
                            .rows())
                    .containsExactly(row(42, 8, 1), row(41, 5, 2));
            assertThat(projection.find(new FindLedgerRows(7, 41, null, new Days(before, before))))
                    .containsExactly(new LedgerRow("cd", 7, 12));
        });
    }

    /** Answers of a projection that followed the log, of one after a replay, and of one after a restart. */
    private void eachWay(Consumer<BoardProjection> look) {
        look.accept(board.projection());
        try (var replayed = board.replayed()) {
            look.accept(replayed.projection());
            assertThat(replayed.checksums()).isEqualTo(board.checksums());
        }
        board = board.restarted();
        look.accept(board.projection());
        board = board.resumed();
        look.accept(board.projection());
    }

    private static Consumer<Throwable> refusal(@Nullable String field) {
        return thrown -> assertThat(thrown).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(field == null ? Refusal.Kind.UNKNOWN : Refusal.Kind.RULE);
            assertThat(refusal.field()).isEqualTo(field);
        });
    }

    private static List<LeaderboardRow> leaderboard(BoardProjection projection, LocalDate from, LocalDate to) {
        return projection.find(board(from, to, null, 100), Moment.NOW).rows();
    }

    private static FindLeaderboard board(LocalDate from, LocalDate to, @Nullable String after, int limit) {
        return new FindLeaderboard(7, "discs", new Days(from, to), new NextKey(after, limit), null);
    }

    private static LeaderboardRow row(long fan, long count, long rank) {
        return new LeaderboardRow("discs", fan, count, rank);
    }

    @Test
    void ranking_and_a_long_history_stop_when_their_time_is_over() {
        List<Event> events = new ArrayList<>(List.of(joined(7, 41), created(7, "cd", "discs")));
        for (int i = 0; i < 2_000; i++) {
            events.add(awarded(7, 41, "cd", "p" + i, 1));
            events.add(at(Instant.parse("2026-02-20T00:00:00Z"), awarded(7, 41, "mc", "b" + i, 1)));
        }
        events.add(created(7, "mc", "tapes"));
        board.given(events.toArray(Event[]::new));
        BoardProjection projection = board.projection();
        OverdueQuery.assertStopped(() -> projection.find(board(FIRST, FIRST.plusDays(1), null, 100), Moment.NOW));
        var tapes = new FindLeaderboard(
                7, "tapes", new Days(FIRST.minusDays(20), FIRST.plusDays(1)), new NextKey(null, 100), null);
        OverdueQuery.assertStopped(() -> projection.find(tapes, Moment.NOW));
        OverdueQuery.assertStopped(() -> projection.find(new FindLedgerRows(7, 41, "cd", Days.ALL)));
        OverdueQuery.assertStopped(() -> projection.find(new FindFanRecords(7, 41, "cd", Days.ALL)));
        assertThat(projection.find(new FindLedgerRows(7, 41, "cd", Days.ALL))).hasSize(2_000);
    }
}
