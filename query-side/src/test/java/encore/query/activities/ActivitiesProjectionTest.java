package encore.query.activities;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Partitions;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.activities.ActivityQuery.FindActivityRows;
import encore.kernel.activities.ActivityQuery.FindRowsOfCampaign;
import encore.kernel.activities.ActivityQuery.FindRowsOfFan;
import encore.kernel.activities.ActivityRow;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.IdWindow;
import encore.kernel.paging.Paging.NextKey;
import encore.query.ProjectionUnderTest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        assertThat(find(null, null, null, new IdWindow(null, null, 9)).rows())
                .containsExactly(new ActivityRow(7, 1, 42, 9L, "Quiz", NOON));
    }

    @Test
    void a_window_leads_upwards_above_an_id_and_downwards_without_one() {
        for (int i = 0; i < 6; i++) {
            activities.given(TestActivities.titled(42 + i % 2, "Doors"), TestActivities.of(8, 42, "Theirs", null));
        }
        assertThat(ids(find(null, null, null, new IdWindow(null, null, 3)))).containsExactly(11L, 9L, 7L);
        assertThat(ids(find(null, null, null, new IdWindow(null, 7L, 3)))).containsExactly(5L, 3L, 1L);
        assertThat(ids(find(null, null, null, new IdWindow(3L, null, 3)))).containsExactly(5L, 7L, 9L);
        assertThat(ids(find(null, null, null, new IdWindow(3L, 9L, 9)))).containsExactly(5L, 7L);
        assertThat(find(null, null, null, new IdWindow(3L, null, 3)).more()).isTrue();
    }

    @Test
    void a_window_of_a_campaign_or_of_a_time_has_only_those() {
        activities.given(
                TestActivities.in(9, 42, "Quiz"),
                TestActivities.titled(42, "Doors"),
                TestActivities.in(9, 43, "Quiz"),
                TestActivities.in(8, 42, "Bingo"));
        assertThat(ids(find(9L, null, null, new IdWindow(null, null, 9)))).containsExactly(3L, 1L);
        Instant from = NOON.plusSeconds(1);
        Instant to = NOON.plusSeconds(3);
        assertThat(ids(find(null, from, to, new IdWindow(null, null, 9)))).containsExactly(3L, 2L);
        assertThat(ids(find(null, from, to, new IdWindow(1L, null, 9)))).containsExactly(2L, 3L);
        assertThat(ids(find(9L, from, to, new IdWindow(0L, null, 9)))).containsExactly(3L);
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

    @Test
    void replayed_it_is_the_same() {
        activities.given(TestActivities.in(9, 42, "Quiz"), TestActivities.titled(42, null));
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
            feed(projection, version, 1, 9, 20);
            assertThat(upwards(projection, version, 9L)).hasSize(20);
            assertThat(downwards(projection, version, null)).containsExactly(20L, 19L, 18L, 17L);
        }
    }

    private static List<Long> upwards(
            ActivitiesProjection projection, Views.Version version, @Nullable Long pageTabId) {
        var all = new FindActivityRows(7, pageTabId, null, null, new IdWindow(0L, null, 99));
        return ids(version.read(documents -> projection.find(all, documents)));
    }

    private static List<Long> downwards(
            ActivitiesProjection projection, Views.Version version, @Nullable Long pageTabId) {
        var latest = new FindActivityRows(7, pageTabId, null, null, new IdWindow(null, null, 4));
        return ids(version.read(documents -> projection.find(latest, documents)));
    }

    private static void feed(ActivitiesProjection projection, Views.Version version, int segment, long from, long to) {
        try (Documents.Batch batch = version.partitions().get(segment).begin()) {
            for (long position = from; position <= to; position++) {
                var event = TestActivities.in(9, 42, "Quiz");
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

    private Page<ActivityRow> find(
            @Nullable Long pageTabId, @Nullable Instant from, @Nullable Instant to, IdWindow window) {
        var query = new FindActivityRows(7, pageTabId, from, to, window);
        return activities.read(documents -> activities.projection().find(query, documents));
    }

    private Page<ActivityRow> ofFan(NextKey paging) {
        return activities.read(documents -> activities.projection().find(new FindRowsOfFan(7, 42, paging), documents));
    }

    private static List<Long> ids(Page<ActivityRow> page) {
        return page.rows().stream().map(ActivityRow::activityId).toList();
    }
}
