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
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
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
 */
@Component
class ActivitiesProjection implements Projection.Partitioned {

    private static final Collection<ActivityRow> ACTIVITIES = Collection.of(
            "activities",
            ActivityRow.class,
            Index.on("account"),
            Index.on("account", "pageTabId"),
            Index.on("account", "fanId"));

    /** The activities that happened on another day than the one on which they were recorded. */
    private static final Collection<BackdatedActivity> BACKDATED = Collection.of(
                    "backdated_activities",
                    BackdatedActivity.class,
                    Index.on("account", "day"),
                    Index.on("account", "pageTabId", "day"))
            .addedLater();

    private static final Keyset<ActivityRow> BY_ID = Keyset.byKey(ACTIVITIES);
    private static final Keyset<BackdatedActivity> BACKDATED_BY_ID = Keyset.byKey(BACKDATED);

    /** @param day the day on which it happened, in days since 1970 */
    record BackdatedActivity(long account, @Nullable Long pageTabId, long day, ActivityRow row) {}

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
        documents.put(ACTIVITIES, key, row);
        if (row.isBackdated()) {
            documents.put(
                    BACKDATED,
                    key,
                    new BackdatedActivity(
                            row.account(), row.pageTabId(), row.day().toEpochDay(), row));
        }
    }

    @QueryHandler
    Page<ActivityRow> find(FindActivityRows query, Documents documents) {
        return BY_ID.page(documents, of(query.account(), query.pageTabId()), query.paging(), visibleRows(documents));
    }

    /** Merges the rows of the stretch that happened on the day with the back-dated rows of the day. */
    @QueryHandler
    Page<ActivityRow> find(FindRowsOfDay query, Documents documents) {
        Page<ActivityRow> recorded = recordedOnTheDay(query, documents);
        Page<ActivityRow> backdated = BACKDATED_BY_ID
                .page(
                        documents,
                        Where.all(
                                of(query.account(), query.pageTabId()),
                                Where.equal("day", query.day().toEpochDay())),
                        query.paging(),
                        visibleRows(documents))
                .map(BackdatedActivity::row);
        Comparator<ActivityRow> ascending = Comparator.comparingLong(ActivityRow::activityId);
        List<ActivityRow> merged = Stream.concat(recorded.rows().stream(), backdated.rows().stream())
                .sorted(query.paging().min() == null ? ascending.reversed() : ascending)
                .toList();
        Page<ActivityRow> page =
                Page.of(merged, query.paging().limit(), row -> Long.toString(row.activityId()), documents.position());
        boolean more = page.more() || recorded.more() || backdated.more();
        return new Page<>(page.rows(), page.first(), page.last(), more, page.position());
    }

    private static Page<ActivityRow> recordedOnTheDay(FindRowsOfDay query, Documents documents) {
        Instant from = query.day().atStartOfDay(ZoneOffset.UTC).toInstant();
        Predicate<Row<ActivityRow>> visibleRows = visibleRows(documents);
        // A descending page would search all earlier activities for more rows. So the first of them ends it.
        Page<ActivityRow> page = BY_ID.page(
                documents,
                of(query.account(), query.pageTabId()),
                query.stretch(),
                row -> visibleRows.test(row)
                        && (row.document().creationTimestamp().isBefore(from)
                                || row.document().day().equals(query.day())
                                        && !row.document().isBackdated()));
        List<ActivityRow> rows = page.rows().stream()
                .takeWhile(row -> !row.creationTimestamp().isBefore(from))
                .toList();
        boolean more = page.more() && rows.size() == page.rows().size();
        return new Page<>(rows, page.first(), page.last(), more, page.position());
    }

    @QueryHandler
    Page<ActivityRow> find(FindRowsOfFan query, Documents documents) {
        Where ofFan = Where.all(Where.equal("account", query.account()), Where.equal("fanId", query.fanId()));
        return BY_ID.descending().page(documents, ofFan, query.paging(), visibleRows(documents));
    }

    @QueryHandler
    Page<ActivityRow> find(FindRowsOfCampaign query, Documents documents) {
        return BY_ID.page(documents, of(query.account(), query.pageTabId()), query.paging(), visibleRows(documents));
    }

    private static Where of(long account, @Nullable Long pageTabId) {
        Where ofAccount = Where.equal("account", account);
        return pageTabId == null ? ofAccount : Where.all(ofAccount, Where.equal("pageTabId", pageTabId));
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
