package encore.query.activities;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityQuery.FindActivityRows;
import encore.kernel.activities.ActivityQuery.FindRowsOfCampaign;
import encore.kernel.activities.ActivityQuery.FindRowsOfDay;
import encore.kernel.activities.ActivityQuery.FindRowsOfFan;
import encore.kernel.activities.ActivityRow;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.paging.Paging.IdWindow;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps the position in the log of every activity, by account, by campaign and by fan. All other data of an activity,
 * and all personal data, is read from the log, so nothing has to be removed here when a fan is erased.
 *
 * <p>Activities that happened on another day than the one on which they were recorded are in a collection of their own.
 * So the others of a day are those of a stretch of the log. All answers merge both by id.
 */
@Component
class ActivitiesProjection implements Projection.Partitioned {

    private static final Collection<ActivityRow> ACTIVITIES = Collection.of(
            "activities",
            ActivityRow.class,
            Index.on("account"),
            Index.on("account", "pageTabId"),
            Index.on("account", "fanId"));

    private static final Collection<BackdatedActivity> BACKDATED = Collection.of(
                    "backdated_activities",
                    BackdatedActivity.class,
                    Index.on("row.account"),
                    Index.on("row.account", "row.pageTabId"),
                    Index.on("row.account", "row.fanId"),
                    Index.on("row.account", "day"),
                    Index.on("row.account", "row.pageTabId", "day"))
            .addedLater();

    private static final Keyset<ActivityRow> BY_ID = Keyset.byKey(ACTIVITIES);
    private static final Keyset<BackdatedActivity> BACKDATED_BY_ID = Keyset.byKey(BACKDATED);

    /** @param day the day on which it happened, in days since 1970 */
    record BackdatedActivity(long day, ActivityRow row) {}

    /** The conditions for rows in each of the two collections. */
    private record Selection(Where recorded, Where backdated) {

        static Selection of(long account, @Nullable Long pageTabId) {
            Selection ofAccount = equal("account", account);
            return pageTabId == null ? ofAccount : ofAccount.and(equal("pageTabId", pageTabId));
        }

        static Selection equal(String component, long value) {
            return new Selection(Where.equal(component, value), Where.equal("row." + component, value));
        }

        Selection and(Selection other) {
            return new Selection(Where.all(recorded, other.recorded), Where.all(backdated, other.backdated));
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("activities", List.of(ACTIVITIES, BACKDATED));
    }

    @Override
    public Stream<String> keys(RecordedEvent recordedEvent) {
        return Stream.of(Keyset.key(recordedEvent.position()));
    }

    @WithoutPersonalData
    @EventHandler
    void on(ActivityRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        ActivityRow row = ActivityRow.of(event, recordedEvent.position(), recordedEvent.at());
        String key = Keyset.key(row.activityId());
        if (row.isBackdated()) {
            documents.put(BACKDATED, key, new BackdatedActivity(row.day().toEpochDay(), row));
        } else {
            documents.put(ACTIVITIES, key, row);
        }
    }

    @QueryHandler
    Page<ActivityRow> find(FindActivityRows query, Documents documents) {
        return page(
                Selection.of(query.account(), query.pageTabId()),
                query.paging(),
                query.paging().min() == null,
                documents);
    }

    @QueryHandler
    Page<ActivityRow> find(FindRowsOfFan query, Documents documents) {
        Selection ofFan = Selection.equal("account", query.account()).and(Selection.equal("fanId", query.fanId()));
        return page(ofFan, query.paging(), true, documents);
    }

    @QueryHandler
    Page<ActivityRow> find(FindRowsOfCampaign query, Documents documents) {
        return page(Selection.of(query.account(), query.pageTabId()), query.paging(), false, documents);
    }

    private static Page<ActivityRow> page(Selection selection, Paging paging, boolean descending, Documents documents) {
        Page<ActivityRow> recorded = (descending ? BY_ID.descending() : BY_ID)
                .page(documents, selection.recorded(), paging, visibleRows(documents));
        Page<BackdatedActivity> backdated = (descending ? BACKDATED_BY_ID.descending() : BACKDATED_BY_ID)
                .page(documents, selection.backdated(), paging, visibleRows(documents));
        Page<ActivityRow> page =
                merge(recorded.rows().stream(), backdated.rows().stream(), paging, descending, documents);
        boolean more = page.more() || recorded.more() || backdated.more();
        return new Page<>(page.rows(), page.first(), page.last(), more, page.position());
    }

    @QueryHandler
    Page<ActivityRow> find(FindRowsOfDay query, Documents documents) {
        Selection selection = Selection.of(query.account(), query.pageTabId());
        Where ofDay =
                Where.all(selection.backdated(), Where.equal("day", query.day().toEpochDay()));
        Instant from = query.day().atStartOfDay(ZoneOffset.UTC).toInstant();
        Instant to = from.plus(Duration.ofDays(1));
        Predicate<Row<ActivityRow>> visibleRows = visibleRows(documents);
        // A descending page would search all earlier activities for more rows. So the first of them ends it.
        Stream<ActivityRow> recorded = BY_ID
                .page(
                        documents,
                        selection.recorded(),
                        withOneMore(query.stretch()),
                        row -> visibleRows.test(row)
                                && row.document().creationTimestamp().isBefore(to))
                .rows()
                .stream()
                .takeWhile(row -> !row.creationTimestamp().isBefore(from));
        Stream<BackdatedActivity> backdated =
                BACKDATED_BY_ID
                        .page(documents, ofDay, withOneMore(query.paging()), visibleRows(documents))
                        .rows()
                        .stream();
        return merge(recorded, backdated, query.paging(), query.paging().min() == null, documents);
    }

    private static IdWindow withOneMore(IdWindow window) {
        return new IdWindow(window.min(), window.max(), window.limit() + 1);
    }

    private static Page<ActivityRow> merge(
            Stream<ActivityRow> recorded,
            Stream<BackdatedActivity> backdated,
            Paging paging,
            boolean descending,
            Documents documents) {
        Comparator<ActivityRow> ascending = Comparator.comparingLong(ActivityRow::activityId);
        List<ActivityRow> merged = Stream.concat(recorded, backdated.map(BackdatedActivity::row))
                .sorted(descending ? ascending.reversed() : ascending)
                .toList();
        return Page.of(merged, paging.limit(), row -> Long.toString(row.activityId()), documents.position());
    }

    /**
     * Excludes rows of partitions that are ahead of others. A caller that continues after such a row would never see
     * the rows that other partitions add before it.
     */
    private static <T> Predicate<Row<T>> visibleRows(Documents documents) {
        String last = Keyset.key(documents.position());
        return row -> row.key().compareTo(last) <= 0;
    }
}
