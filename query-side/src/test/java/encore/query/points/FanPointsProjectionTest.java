package encore.query.points;

import static encore.query.points.PointEvents.awarded;
import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Partitions;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Event;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.completions.CompletionEventQuestCompletedBuilder;
import encore.kernel.completions.CompletionId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.kernel.points.PointsQuery.FindFanPoints;
import encore.kernel.points.PointsQuery.FindFanRecords;
import encore.kernel.points.QuestAward;
import encore.kernel.points.ledgers.FanPoint;
import encore.kernel.points.ledgers.FanPointBuilder;
import encore.kernel.points.ledgers.FanPointCriteria.Order;
import encore.kernel.points.ledgers.FanPointCriteriaBuilder;
import encore.kernel.time.Days;
import encore.kernel.time.Moment;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import encore.query.memory.BoardMemoryLimit;
import encore.query.projection.QueryGateway;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FanPointsProjectionTest {

    private static final LocalDate FIRST = LocalDate.of(2026, 3, 1);

    /** The boards know the positions of a fan's records. */
    private final ProjectionUnderTest<BoardProjection> board = new ProjectionUnderTest<>(
            () -> new BoardProjection(new FakeQueryGateway(), BoardMemoryLimit.defaultLimit()));

    private final ProjectionUnderTest<FanPointsProjection> points =
            new ProjectionUnderTest<>(() -> new FanPointsProjection(ofBoard()));

    private QueryGateway ofBoard() {
        return new FakeQueryGateway()
                .on(FindFanRecords.class, query -> board.projection().find(query));
    }

    @BeforeEach
    void three_days_of_two_fans_with_two_types() {
        given("2026-03-01T23:59:59Z", awarded(7, 41, "cd", "a", 5));
        given("2026-03-02T00:00:00Z", awarded(7, 42, "cd", "b", 9), awarded(7, 41, "tape", "c", -3));
        given("2026-03-03T00:00:00Z", awarded(7, 42, "tape", "d", 9), awarded(8, 43, "theirs", "x", 7));
    }

    private void given(String time, Event... events) {
        points.at(Instant.parse(time)).given(events);
        board.at(Instant.parse(time)).given(events);
    }

    @AfterEach
    void close() {
        points.close();
        board.close();
    }

    @Test
    void a_record_is_kept_with_all_that_its_event_says() {
        assertThat(all(query(41L, "cd", Order.ASC, 10)))
                .containsExactly(FanPointBuilder.builder()
                        .account(7)
                        .fanPointUid("a")
                        .fanId(41)
                        .pointUid("cd")
                        .pointCount(5)
                        .pointType("points")
                        .pointSource("ent")
                        .creationTimestamp(Instant.parse("2026-03-01T23:59:59Z"))
                        .balance(5L)
                        .pageTabId(410L)
                        .build());
    }

    @Test
    void a_record_keeps_its_award_key_and_its_session() {
        PointsAwarded keyed = PointsEventPointsAwardedBuilder.builder(awarded(7, 45, "cd", "e", 5))
                .awardKey("quest-7")
                .sessionHash("ref")
                .build();
        given("2026-03-03T00:00:00Z", keyed);
        assertThat(all(query(45L, "cd", Order.ASC, 10))).singleElement().satisfies(point -> {
            assertThat(point.awardKey()).isEqualTo("quest-7");
            assertThat(point.sessionHash()).isEqualTo("ref");
        });
    }

    @Test
    void a_record_of_0_points_is_found_with_the_fans_records() {
        given("2026-03-03T00:00:00Z", completed(42, null), completed(42, "vendora"));
        assertThat(all(query(42L, "cd", Order.ASC, 10)).getLast())
                .isEqualTo(FanPointBuilder.builder()
                        .account(7)
                        .fanPointUid("qr")
                        .fanId(42)
                        .pointUid("cd")
                        .pointCount(0)
                        .pointType("vendora")
                        .pointSource("quest")
                        .creationTimestamp(Instant.parse("2026-03-03T00:00:01Z"))
                        .pageTabId(900L)
                        .activityId(8L)
                        .performanceUid("perf")
                        .causedBy(7L)
                        .build());
        assertThat(uids(query(42L, null, Order.ASC, 10))).isEqualTo("b d qr");
        assertThat(uids(query(null, null, Order.LEADERBOARD, 10))).isEqualTo("d b a qr c");
    }

    @Test
    void an_award_of_a_quest_names_its_performance() {
        PointsAwarded quest = PointsEventPointsAwardedBuilder.builder(awarded(7, 45, "cd", "e", 5))
                .quest(new QuestAward("perf", Instant.EPOCH))
                .build();
        given("2026-03-03T00:00:00Z", quest);
        assertThat(all(query(45L, "cd", Order.ASC, 10)))
                .singleElement()
                .satisfies(point -> assertThat(point.performanceUid()).isEqualTo("perf"));
    }

    private static QuestCompleted completed(long fan, @Nullable String pointType) {
        return CompletionEventQuestCompletedBuilder.builder()
                .completion(new CompletionId(7, 900, fan))
                .businessId(5)
                .at(Instant.EPOCH)
                .causes(List.of())
                .pointUid("cd")
                .pointType(pointType)
                .fanPointUid(pointType == null ? null : "qr")
                .performanceUid("perf")
                .build();
    }

    @ParameterizedTest
    @CsvSource({
        "ASC, , , a b c d",
        "DESC, , , d c b a",
        "LEADERBOARD, , , d b a c",
        "ASC, 41, , a c",
        "DESC, 42, , d b",
        "LEADERBOARD, 41, , a c",
        "ASC, , tape, c d",
        "LEADERBOARD, , cd, b a",
        "ASC, 41, tape, c",
        "ASC, 43, , ''",
        "ASC, , theirs, ''",
    })
    void records_of_an_account_are_found_by_fan_and_type_in_each_order(
            Order order, @Nullable Long fan, @Nullable String type, String expected) {
        assertThat(uids(query(fan, type, order, 10))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-01, 2026-03-01, a",
        "2026-03-02, 2026-03-02, b c",
        "2026-03-02, 2026-03-09, b c d",
        "2026-02-01, 2026-02-28, ''",
        "2026-03-04, 2026-03-09, ''",
    })
    void a_window_is_whole_days_with_both_ends(LocalDate from, LocalDate to, String expected) {
        Days window = new Days(from, to);
        assertThat(uids(query(criteria(window, Order.ASC), 10))).isEqualTo(expected);
        String ofEachFan = uids(query(criteria(window, Order.ASC).fanId(41L), 10))
                + uids(query(criteria(window, Order.DESC).fanId(42L), 10));
        assertThat(ofEachFan.replace(" ", "").chars().sorted().toArray())
                .isEqualTo(expected.replace(" ", "").chars().sorted().toArray());
    }

    @Test
    void records_of_one_campaign_are_found() {
        FanPointCriteriaBuilder ofFan = criteria(Days.ALL, Order.ASC).fanId(41L);
        assertThat(uids(query(ofFan.pageTabId(410L), 10))).isEqualTo("a c");
        assertThat(uids(query(ofFan.pageTabId(411L), 10))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void pages_lead_through_all_records_once(Order order) {
        FanPointCriteriaBuilder tenDays = criteria(new Days(FIRST, FIRST.plusDays(9)), order);
        var whole = query(tenDays, 100);
        for (int size = 1; size <= 5; size++) {
            assertThat(all(query(tenDays, size))).isEqualTo(all(whole));
            assertThat(all(query(41L, null, order, size))).isEqualTo(all(query(41L, null, order, 100)));
        }
    }

    @Test
    void many_records_of_one_moment_are_walked_in_their_order() {
        Event[] events = new Event[2_000];
        for (int i = 0; i < events.length; i++) {
            events[i] = awarded(7, 50, "cd", "m" + i, 1 + i % 3);
        }
        given("2026-03-05T00:00:00Z", events);
        assertThat(all(query(50L, null, Order.LEADERBOARD, 300)))
                .hasSize(2_000)
                .doesNotHaveDuplicates()
                .isSortedAccordingTo((one, other) -> Long.compare(other.pointCount(), one.pointCount()));
        assertThat(all(query(50L, null, Order.ASC, 300)))
                .hasSize(2_000)
                .isSortedAccordingTo((one, other) -> Integer.compare(number(one), number(other)));
    }

    @Test
    void replayed_it_is_the_same() {
        try (var again = points.replayed()) {
            assertThat(again.checksums()).isEqualTo(points.checksums());
        }
    }

    @Test
    void days_go_by_the_time_of_its_own_and_a_fans_records_stay_in_the_order_of_the_log() {
        Instant own = Instant.parse("2026-03-02T00:00:00.500Z");
        given("2026-03-09T00:00:00Z", PointEvents.at(own, awarded(7, 41, "cd", "old", 2)));
        given("2026-03-09T00:00:01Z", PointEvents.at(own.plusSeconds(99_999_999), awarded(7, 41, "cd", "ahead", 2)));
        Days second = new Days(FIRST.plusDays(1), FIRST.plusDays(1));
        assertThat(uids(query(criteria(second, Order.ASC), 1))).isEqualTo("b old c");
        assertThat(uids(query(criteria(second, Order.DESC), 1))).isEqualTo("c old b");
        assertThat(uids(query(criteria(second, Order.ASC).fanId(41L), 1))).isEqualTo("c old");
        assertThat(uids(query(criteria(second, Order.DESC).fanId(41L), 1))).isEqualTo("old c");
        assertThat(uids(query(criteria(Days.ALL, Order.ASC).fanId(41L), 1))).isEqualTo("a c old ahead");
        Days ninth = new Days(FIRST.plusDays(8), FIRST.plusDays(8));
        assertThat(uids(query(criteria(ninth, Order.ASC), 1))).isEqualTo("ahead");
        // As of a moment before it was recorded it is not there.
        var then = new Moment(5, Instant.parse("2026-03-03T00:00:01Z"));
        assertThat(all(query(criteria(second, Order.ASC), 1), then))
                .extracting(FanPoint::fanPointUid)
                .containsExactly("b", "c");
    }

    @Test
    void a_record_shows_when_it_was_recorded_and_the_time_of_its_own() {
        Instant own = Instant.parse("2019-07-06T20:15:00Z");
        given(
                "2026-03-09T00:00:00Z",
                PointEvents.at(own, awarded(7, 45, "cd", "old", 2)),
                awarded(7, 45, "cd", "new", 2));
        List<FanPoint> records = all(query(45L, null, Order.ASC, 9));
        Instant stamp = Instant.parse("2026-03-09T00:00:00Z");
        assertThat(records.getFirst().crm("discs"))
                .isEqualTo(new FanPoint.Crm("old", 45, "cd", "discs", 2, "ent", stamp, own));
        assertThat(records.getFirst().ent("discs", null)).satisfies(row -> {
            assertThat(row.creationTimestamp()).isEqualTo(stamp);
            assertThat(row.effectiveAtIso()).isEqualTo(own);
        });
        assertThat(records.getLast().crm("discs"))
                .isEqualTo(new FanPoint.Crm("new", 45, "cd", "discs", 2, "ent", stamp.plusSeconds(1), null));
        assertThat(records.getLast().ent("discs", null).effectiveAtIso()).isNull();
    }

    @Test
    void a_record_of_0_points_counts_at_the_time_of_its_completion() {
        QuestCompleted completion = CompletionEventQuestCompletedBuilder.builder(completed(42, "vendora"))
                .effectiveAt(Instant.parse("2026-03-01T08:00:00Z"))
                .build();
        given("2026-03-09T00:00:00Z", completion);
        Days first = new Days(FIRST, FIRST);
        assertThat(uids(query(criteria(first, Order.ASC), 9))).isEqualTo("qr a");
        assertThat(uids(query(criteria(first, Order.ASC).fanId(42L), 9))).isEqualTo("qr");
        assertThat(uids(query(
                        criteria(new Days(FIRST.plusDays(8), null), Order.ASC).fanId(42L), 9)))
                .isEmpty();
    }

    /** Rows come in between pages, before and after the end of the last page. */
    @ParameterizedTest
    @CsvSource({"ASC, ", "DESC, ", "LEADERBOARD, ", "ASC, 41", "DESC, 41", "LEADERBOARD, 41"})
    void all_pages_show_the_records_of_the_moment_of_the_first(Order order, @Nullable Long fan) {
        FindFanPoints first = query(fan, null, order, 1);
        List<FanPoint> whole = all(first);
        List<FanPoint> rows = new ArrayList<>();
        String after = null;
        Page<FanPoint> page;
        do {
            var next = new FindFanPoints(7, first.criteria(), new NextKey(after, 1), null);
            page = points.read(documents -> points.projection().find(next, documents, Moment.NOW));
            rows.addAll(page.rows());
            after = page.last();
            for (String own : List.of("2026-03-01T00:00:00Z", "2026-03-02T12:00:00Z", "2026-03-08T00:00:00Z")) {
                given("2026-03-09T00:00:00Z", PointEvents.at(Instant.parse(own), awarded(7, 41, "cd", "i" + own, 4)));
            }
        } while (page.more());
        assertThat(rows).isEqualTo(whole);
    }

    private static int number(FanPoint point) {
        return Integer.parseInt(point.fanPointUid(), 1, point.fanPointUid().length(), 10);
    }

    @ParameterizedTest
    @EnumSource
    void a_list_as_of_a_position_has_what_there_was_in_any_order(Order order) {
        // Three events of one commit have the same time, so time alone does not order them.
        Instant once = Instant.parse("2026-03-04T00:00:00Z");
        for (int i = 0; i < 3; i++) {
            given(once.toString(), awarded(7, 41, "cd", "same" + i, 9));
        }
        Set<String> everything =
                new HashSet<>(List.of(uids(query(null, null, order, 2)).split(" ", -1)));
        assertThat(everything).hasSize(7);
        String[] inOrder = {"a", "b", "c", "d", "x", "same0", "same1", "same2"};
        Instant[] times = {
            Instant.parse("2026-03-01T23:59:59Z"),
            Instant.parse("2026-03-02T00:00:00Z"),
            Instant.parse("2026-03-02T00:00:01Z"),
            Instant.parse("2026-03-03T00:00:00Z"),
            Instant.parse("2026-03-03T00:00:01Z"),
            once,
            once,
            once
        };
        for (int position = 0; position <= 8; position++) {
            var then = new Moment(position, position == 0 ? Instant.EPOCH : times[position - 1]);
            List<String> known = new ArrayList<>(List.of(inOrder).subList(0, position));
            known.remove("x");
            for (Long fan : new Long[] {null, 41L}) {
                List<String> found = all(query(fan, null, order, 2), then).stream()
                        .map(FanPoint::fanPointUid)
                        .toList();
                List<String> wanted = known.stream()
                        .filter(uid -> fan == null || !(uid.equals("b") || uid.equals("d")))
                        .toList();
                assertThat(found).containsExactlyInAnyOrderElementsOf(wanted);
                if (order == Order.ASC) {
                    assertThat(found).isEqualTo(wanted);
                } else if (order == Order.DESC) {
                    assertThat(found).isEqualTo(wanted.reversed());
                }
            }
        }
    }

    @Test
    void rows_that_one_partition_has_ahead_of_another_are_withheld(@TempDir Path directory) {
        var projection = new FanPointsProjection(ofBoard());
        FindFanPoints everything = query(null, null, Order.ASC, 99);
        try (Views views = SqliteViews.open(directory, true)) {
            Views.Version version = views.open(projection.shape(), 1, 2);
            feed(projection, version, 0, 1, 20);
            feed(projection, version, 1, 1, 8);
            assertThat(version.read(documents -> projection.find(everything, documents, Moment.NOW))
                            .rows())
                    .extracting(FanPoint::fanPointUid)
                    .containsExactly("1", "2", "3", "4", "5", "6", "7", "8");
            feed(projection, version, 1, 9, 20);
            assertThat(version.read(documents -> projection.find(everything, documents, Moment.NOW))
                            .rows())
                    .hasSize(20);
        }
    }

    /** Applies awards at these positions, as far as they belong to this partition. */
    private static void feed(FanPointsProjection projection, Views.Version version, int segment, long from, long to) {
        try (Documents.Batch batch = version.partitions().get(segment).begin()) {
            for (long position = from; position <= to; position++) {
                PointsAwarded event = awarded(7, 41, "cd", Long.toString(position), 1);
                var recordedEvent = new RecordedEvent(
                        event,
                        position,
                        ProjectionUnderTest.START.plusSeconds(position),
                        "stream",
                        position,
                        new RecordedEvent.Origin(7, "key", "Command", "request"));
                if (projection.keys(recordedEvent).anyMatch(key -> Partitions.of(key, 2) == segment)) {
                    projection.on(event, recordedEvent, batch);
                }
            }
            batch.commit(to);
        }
    }

    private String uids(FindFanPoints query) {
        return String.join(" ", all(query).stream().map(FanPoint::fanPointUid).toList());
    }

    private List<FanPoint> all(FindFanPoints query) {
        return all(query, Moment.NOW);
    }

    private List<FanPoint> all(FindFanPoints query, Moment then) {
        List<FanPoint> all = new ArrayList<>();
        String after = null;
        Page<FanPoint> page;
        do {
            var next = new FindFanPoints(
                    query.account(),
                    query.criteria(),
                    new NextKey(after, query.paging().limit()),
                    query.asOf());
            page = points.read(documents -> points.projection().find(next, documents, then));
            all.addAll(page.rows());
            after = page.last();
        } while (page.more());
        return all;
    }

    private static FindFanPoints query(@Nullable Long fan, @Nullable String type, Order order, int limit) {
        return query(criteria(Days.ALL, order).fanId(fan).pointUid(type), limit);
    }

    private static FanPointCriteriaBuilder criteria(Days days, Order order) {
        return FanPointCriteriaBuilder.builder().days(days).order(order).builder();
    }

    private static FindFanPoints query(FanPointCriteriaBuilder criteria, int limit) {
        return new FindFanPoints(7, criteria.build(), new NextKey(null, limit), null);
    }
}
