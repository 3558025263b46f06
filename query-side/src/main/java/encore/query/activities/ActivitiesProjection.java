package encore.query.activities;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Page;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityQuery.FindActivityRows;
import encore.kernel.activities.ActivityQuery.FindRowsOfCampaign;
import encore.kernel.activities.ActivityQuery.FindRowsOfFan;
import encore.kernel.activities.ActivityRow;
import encore.query.projection.Impersonal;
import encore.query.projection.Keyset;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Where every activity stands in the log, by account, by campaign and by fan. What else it says, and all that is personal,
 * is read in the log: of an erased fan nothing has to be taken away here.
 */
@Component
class ActivitiesProjection implements Projection.Segmented {

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
    public Stream<String> keys(Recorded recorded) {
        return Stream.of(Keyset.key(recorded.position()));
    }

    @Impersonal
    @EventHandler
    void on(ActivityRecorded event, Recorded recorded, Documents.Batch documents) {
        documents.put(
                ACTIVITIES,
                Keyset.key(recorded.position()),
                new ActivityRow(
                        event.fan().account(),
                        recorded.position(),
                        event.fan().number(),
                        event.pageTabId(),
                        event.title(),
                        recorded.at()));
    }

    @QueryHandler
    Page<ActivityRow> find(FindActivityRows query, Documents documents) {
        Instant from = query.from();
        Instant to = query.to();
        Predicate<Row<ActivityRow>> settled = settled(documents);
        Page<ActivityRow> page = BY_ID.page(
                documents,
                of(query.account(), query.pageTabId()),
                query.paging(),
                row -> settled.test(row)
                        && (to == null || row.document().creationTimestamp().isBefore(to)));
        // A walk downwards would look for earlier ones through all there are: it is cut off instead.
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
        return BY_ID.descending().page(documents, ofFan, query.paging(), settled(documents));
    }

    @QueryHandler
    Page<ActivityRow> find(FindRowsOfCampaign query, Documents documents) {
        return BY_ID.page(documents, of(query.account(), query.pageTabId()), query.paging(), settled(documents));
    }

    private static Where of(long account, @Nullable Long pageTabId) {
        Where ofAccount = Where.equal("account", account);
        return pageTabId == null ? ofAccount : Where.all(ofAccount, Where.equal("pageTabId", pageTabId));
    }

    /** What one segment has ahead of another is withheld: whoever pages behind it would never see the other's. */
    private static Predicate<Row<ActivityRow>> settled(Documents documents) {
        String last = Keyset.key(documents.position());
        return row -> row.key().compareTo(last) <= 0;
    }
}
