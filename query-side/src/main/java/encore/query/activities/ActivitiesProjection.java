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
import encore.kernel.activities.ActivityQuery.FindRowsOfFan;
import encore.kernel.activities.ActivityRow;
import encore.kernel.paging.Page;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import java.time.Instant;
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

    private static final Keyset<ActivityRow> BY_ID = Keyset.byKey(ACTIVITIES);

    @Override
    public Views.Shape shape() {
        return new Views.Shape("activities", List.of(ACTIVITIES));
    }

    @Override
    public Stream<String> keys(RecordedEvent recordedEvent) {
        return Stream.of(Keyset.key(recordedEvent.position()));
    }

    @WithoutPersonalData
    @EventHandler
    void on(ActivityRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        documents.put(
                ACTIVITIES,
                Keyset.key(recordedEvent.position()),
                new ActivityRow(
                        event.fan().account(),
                        recordedEvent.position(),
                        event.fan().number(),
                        event.pageTabId(),
                        event.title(),
                        recordedEvent.at()));
    }

    @QueryHandler
    Page<ActivityRow> find(FindActivityRows query, Documents documents) {
        Instant from = query.from();
        Instant to = query.to();
        Predicate<Row<ActivityRow>> visibleRows = visibleRows(documents);
        Page<ActivityRow> page = BY_ID.page(
                documents,
                of(query.account(), query.pageTabId()),
                query.paging(),
                row -> visibleRows.test(row)
                        && (to == null || row.document().creationTimestamp().isBefore(to)));
        // A descending page would search all earlier activities for more rows. The page is truncated here instead.
        return from == null
                ? page
                : Page.of(
                        page.rows().stream()
                                .filter(row -> !row.creationTimestamp().isBefore(from))
                                .toList(),
                        query.paging().limit(),
                        row -> Long.toString(row.activityId()),
                        page.position());
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
    private static Predicate<Row<ActivityRow>> visibleRows(Documents documents) {
        String last = Keyset.key(documents.position());
        return row -> row.key().compareTo(last) <= 0;
    }
}
