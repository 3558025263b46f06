package encore.query.activities;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Partitions;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityQuery.FindActivityRows;
import encore.kernel.activities.ActivityQuery.FindRowsOfCampaign;
import encore.kernel.activities.ActivityQuery.FindRowsOfDay;
import encore.kernel.activities.ActivityQuery.FindRowsOfFan;
import encore.kernel.activities.ActivityRow;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.IdWindow;
import encore.kernel.paging.Paging.NextKey;
import encore.query.ProjectionUnderTest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ActivitiesProjectionTest {

    private static final Instant NOON = ProjectionUnderTest.START;

    private final ProjectionUnderTest<ActivitiesProjection> activities =
            new ProjectionUnderTest<>(ActivitiesProjection::new);

    @AfterEach
    void close() {
        activities.close();
    }

    @Test
    void a_row_says_where_it_stands_and_what_it_is_looked_up_by() {
        activities.given(TestActivities.in(9, 42, "Quiz", "colour"));
        assertThat(find(null, new IdWindow(null, null, 9)).rows())
                .containsExactly(new ActivityRow(7, 1, 42, 9L, "Quiz", NOON, null));
    }

    @Test
    void a_window_leads_upwards_above_an_id_and_downwards_without_one() {
        for (int i = 0; i < 6; i++) {
            activities.given(TestActivities.titled(42 + i % 2, "Doors"), TestActivities.of(8, 42, "Theirs", null));
        }
        assertThat(ids(find(null, new IdWindow(null, null, 3)))).containsExactly(11L, 9L, 7L);
        assertThat(ids(find(null, new IdWindow(null, 7L, 3)))).containsExactly(5L, 3L, 1L);
        assertThat(ids(find(null, new IdWindow(3L, null, 3)))).containsExactly(5L, 7L, 9L);
        assertThat(ids(find(null, new IdWindow(3L, 9L, 9)))).containsExactly(5L, 7L);
        assertThat(find(null, new IdWindow(3L, null, 3)).more()).isTrue();
    }

    @Test
    void a_window_of_a_campaign_or_of_a_day_has_only_those() {
        activities.given(TestActivities.in(9, 42, "Quiz"));
        activities
                .at(NOON.plus(Duration.ofDays(1)))
                .given(TestActivities.titled(42, "Doors"), TestActivities.in(9, 43, "Quiz"));
        activities.at(NOON.plus(Duration.ofDays(2))).given(TestActivities.in(8, 42, "Bingo"));
        assertThat(ids(find(9L, new IdWindow(null, null, 9)))).containsExactly(3L, 1L);
        LocalDate day = LocalDate.parse("2026-03-02");
        assertThat(ids(ofDay(null, day, new IdWindow(null, null, 9)))).containsExactly(3L, 2L);
        assertThat(ids(ofDay(null, day, new IdWindow(1L, null, 9)))).containsExactly(2L, 3L);
        assertThat(ids(ofDay(9L, day, new IdWindow(1L, null, 9)))).containsExactly(3L);
    }

    @Test
    void a_fans_are_newest_first_and_a_campaigns_oldest_first_page_by_page() {
        for (int i = 0; i < 5; i++) {
            activities.given(TestActivities.in(9, 42, "Quiz"), TestActivities.in(9, 43, "Quiz"));
        }
        var page = ofFan(new NextKey(null, 3));
        assertThat(ids(page)).containsExactly(9L, 7L, 5L);
        assertThat(ids(ofFan(new NextKey(page.last(), 3)))).containsExactly(3L, 1L);
        var some = activities.read(documents ->
                activities.projection().find(new FindRowsOfCampaign(7, 9, new NextKey("8", 5)), documents));
        assertThat(ids(some)).containsExactly(9L, 10L);
    }

    /** Rows out of order and doubled, across leap days and ends of years, on the stamp's day and on others. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void pages_of_each_day_are_those_of_a_plain_list(int seed) {
        Random random = new Random(seed);
        List<ActivityRow> all = new ArrayList<>();
        Instant now = Instant.parse("2020-02-27T20:00:00Z");
        for (int i = 0; i < 300; i++) {
            now = now.plusSeconds(random.nextInt(3_600));
            ActivityRecorded activity = random.nextBoolean()
                    ? TestActivities.in(8 + random.nextInt(2), 42 + random.nextInt(5), "Quiz")
                    : TestActivities.titled(42, "Doors");
            if (random.nextBoolean()) {
                activity = TestActivities.at(randomTime(now, random), activity);
            }
            activities.at(now).given(activity);
            all.add(ActivityRow.of(activity, i + 1L, now));
        }
        List<LocalDate> days = Stream.concat(
                        all.stream().map(ActivityRow::day), Stream.of(LocalDate.EPOCH, LocalDate.parse("2030-01-01")))
                .distinct()
                .toList();
        try (var again = activities.replayed()) {
            assertThat(again.checksums()).isEqualTo(activities.checksums());
        }
        for (LocalDate day : days) {
            for (Long pageTabId : new Long[] {null, 9L}) {
                List<Long> ids = all.stream()
                        .filter(row ->
                                row.day().equals(day) && (pageTabId == null || pageTabId.equals(row.pageTabId())))
                        .map(ActivityRow::activityId)
                        .toList();
                int limit = 1 + random.nextInt(9);
                assertThat(upwards(day, pageTabId, limit, all)).isEqualTo(ids);
                assertThat(downwards(day, pageTabId, limit, all)).isEqualTo(ids.reversed());
                long min = random.nextInt(300);
                long max = min + random.nextInt(100);
                assertThat(ids(ofDay(pageTabId, day, new IdWindow(min, max, 500), all)))
                        .isEqualTo(
                                ids.stream().filter(id -> id > min && id < max).toList());
            }
        }
    }

    private static Instant randomTime(Instant now, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> now.minusSeconds(random.nextInt(3 * 86_400));
            case 1 -> now.plusSeconds(random.nextInt(60));
            case 2 -> Instant.parse("2020-02-29T23:59:59Z").plusSeconds(random.nextInt(2));
            default -> Instant.parse("2019-12-31T23:59:59Z").plusSeconds(random.nextInt(2));
        };
    }

    private List<Long> upwards(LocalDate day, @Nullable Long pageTabId, int limit, List<ActivityRow> all) {
        List<Long> found = new ArrayList<>();
        boolean more = true;
        while (more) {
            long last = found.isEmpty() ? 0 : found.getLast();
            var page = ofDay(pageTabId, day, new IdWindow(last, null, limit), all);
            found.addAll(ids(page));
            more = page.more();
            assertThat(more).isEqualTo(page.rows().size() == limit && hasAfter(found, day, pageTabId, all, false));
        }
        return found;
    }

    private List<Long> downwards(LocalDate day, @Nullable Long pageTabId, int limit, List<ActivityRow> all) {
        List<Long> found = new ArrayList<>();
        boolean more = true;
        while (more) {
            Long last = found.isEmpty() ? null : found.getLast();
            var page = ofDay(pageTabId, day, new IdWindow(null, last, limit), all);
            found.addAll(ids(page));
            more = page.more();
            assertThat(more).isEqualTo(page.rows().size() == limit && hasAfter(found, day, pageTabId, all, true));
        }
        return found;
    }

    private static boolean hasAfter(
            List<Long> found, LocalDate day, @Nullable Long pageTabId, List<ActivityRow> all, boolean descending) {
        return all.stream()
                .filter(row -> row.day().equals(day) && (pageTabId == null || pageTabId.equals(row.pageTabId())))
                .anyMatch(row -> descending ? row.activityId() < found.getLast() : row.activityId() > found.getLast());
    }

    @Test
    void replayed_it_is_the_same() {
        activities.given(
                TestActivities.in(9, 42, "Quiz"),
                TestActivities.at(Instant.EPOCH, TestActivities.in(9, 42, "Quiz")),
                TestActivities.titled(42, null));
        try (var again = activities.replayed()) {
            assertThat(again.checksums()).isEqualTo(activities.checksums());
        }
    }

    @Test
    void rows_that_one_partition_has_ahead_of_another_are_withheld(@TempDir Path directory) {
        var projection = new ActivitiesProjection();
        try (Views views = SqliteViews.open(directory, true)) {
            Views.Version version = views.open(projection.shape(), 1, 2);
            feed(projection, version, 0, 1, 20);
            feed(projection, version, 1, 1, 8);
            for (Long pageTabId : new Long[] {null, 9L}) {
                assertThat(upwards(projection, version, pageTabId)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
                assertThat(downwards(projection, version, pageTabId)).containsExactly(8L, 7L, 6L, 5L);
            }
            // Back-dated rows come from the same partitions.
            assertThat(backdated(projection, version, new IdWindow(0L, null, 99)))
                    .containsExactly(2L, 4L, 6L, 8L);
            assertThat(backdated(projection, version, new IdWindow(null, null, 3)))
                    .containsExactly(8L, 6L, 4L);
            feed(projection, version, 1, 9, 20);
            assertThat(backdated(projection, version, new IdWindow(null, null, 3)))
                    .containsExactly(20L, 18L, 16L);
            assertThat(upwards(projection, version, 9L)).hasSize(20);
            assertThat(downwards(projection, version, null)).containsExactly(20L, 19L, 18L, 17L);
        }
    }

    private static List<Long> backdated(ActivitiesProjection projection, Views.Version version, IdWindow window) {
        var ofDay = new FindRowsOfDay(7, null, LocalDate.EPOCH, new IdWindow(0L, 1L, 99), window);
        return ids(version.read(documents -> projection.find(ofDay, documents)));
    }

    private static List<Long> upwards(
            ActivitiesProjection projection, Views.Version version, @Nullable Long pageTabId) {
        var all = new FindActivityRows(7, pageTabId, new IdWindow(0L, null, 99));
        return ids(version.read(documents -> projection.find(all, documents)));
    }

    private static List<Long> downwards(
            ActivitiesProjection projection, Views.Version version, @Nullable Long pageTabId) {
        var latest = new FindActivityRows(7, pageTabId, new IdWindow(null, null, 4));
        return ids(version.read(documents -> projection.find(latest, documents)));
    }

    private static void feed(ActivitiesProjection projection, Views.Version version, int segment, long from, long to) {
        try (Documents.Batch batch = version.partitions().get(segment).begin()) {
            for (long position = from; position <= to; position++) {
                var event = position % 2 == 0
                        ? TestActivities.at(Instant.EPOCH, TestActivities.in(9, 42, "Quiz"))
                        : TestActivities.in(9, 42, "Quiz");
                var recordedEvent = new RecordedEvent(
                        event,
                        position,
                        NOON.plusSeconds(position),
                        "stream",
                        0,
                        new RecordedEvent.Origin(7, "key", "Command", "request"));
                if (projection.keys(recordedEvent).anyMatch(key -> Partitions.of(key, 2) == segment)) {
                    projection.on(event, recordedEvent, batch);
                }
            }
            batch.commit(to);
        }
    }

    private Page<ActivityRow> find(@Nullable Long pageTabId, IdWindow window) {
        var query = new FindActivityRows(7, pageTabId, window);
        return activities.read(documents -> activities.projection().find(query, documents));
    }

    private Page<ActivityRow> ofDay(@Nullable Long pageTabId, LocalDate day, IdWindow window) {
        var query = new FindRowsOfDay(7, pageTabId, day, window, window);
        return activities.read(documents -> activities.projection().find(query, documents));
    }

    /** Limits the window to the stretch of the day as the feed does. */
    private Page<ActivityRow> ofDay(@Nullable Long pageTabId, LocalDate day, IdWindow window, List<ActivityRow> all) {
        Instant start = day.atStartOfDay(ZoneOffset.UTC).toInstant();
        long before = all.stream()
                .filter(row -> row.creationTimestamp().isBefore(start))
                .count();
        long end = 1
                + all.stream()
                        .filter(row -> row.creationTimestamp().isBefore(start.plus(Duration.ofDays(1))))
                        .count();
        var stretch = new IdWindow(
                window.min() == null ? null : Math.max(window.min(), before),
                window.max() == null ? end : Math.min(window.max(), end),
                window.limit());
        var query = new FindRowsOfDay(7, pageTabId, day, stretch, window);
        return activities.read(documents -> activities.projection().find(query, documents));
    }

    private Page<ActivityRow> ofFan(NextKey paging) {
        return activities.read(documents -> activities.projection().find(new FindRowsOfFan(7, 42, paging), documents));
    }

    private static List<Long> ids(Page<ActivityRow> page) {
        return page.rows().stream().map(ActivityRow::activityId).toList();
    }
}
