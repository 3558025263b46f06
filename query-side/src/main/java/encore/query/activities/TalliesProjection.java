package encore.query.activities;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityQuery.FindTallies;
import encore.kernel.activities.ActivityTally;
import encore.query.projection.CountedEvents;
import encore.query.projection.Impersonal;
import encore.query.projection.Keyset;
import encore.query.projection.Projection;
import java.util.List;
import java.util.function.Function;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Counts activities by campaign, or by title for activities without a campaign, and in each by property. */
@Component
class TalliesProjection implements Projection {

    private static final Collection<Counted> TALLIES =
            Collection.of("tallies", Counted.class, Index.on("account", "first"));

    private static final CountedEvents EVENTS = CountedEvents.of("counted_events");

    private static final Keyset<Counted> IN_ORDER = Keyset.byNumber(TALLIES, "first", Counted::first);

    /**
     * @param title the title of the first activity
     * @param first the position of the first activity
     */
    record Counted(
            long account,
            @Nullable Long pageTabId,
            String title,
            @Nullable String property,
            long counter,
            long first) {

        /** Adds another count. The first activity is the one with the lower position, even if it was applied late. */
        Counted and(Counted other) {
            Counted earlier = first < other.first ? this : other;
            return new Counted(account, pageTabId, earlier.title, property, counter + other.counter, earlier.first);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("activity_tallies", List.of(TALLIES, EVENTS.collection()));
    }

    @Impersonal
    @EventHandler
    void on(ActivityRecorded event, Recorded recorded, Documents.Batch documents) {
        String title = event.title();
        if (title != null && EVENTS.isNew(recorded.position(), documents)) {
            count(event, title, null, recorded, documents);
            event.properties().forEach(property -> count(event, title, property, recorded, documents));
        }
    }

    private static void count(
            ActivityRecorded event,
            String title,
            @Nullable String property,
            Recorded recorded,
            Documents.Batch documents) {
        long account = event.fan().account();
        String key = key(account, event.pageTabId(), title, property);
        Counted before = documents.get(TALLIES, key);
        Counted one = new Counted(account, event.pageTabId(), title, property, 1, recorded.position());
        documents.put(TALLIES, key, before == null ? one : before.and(one));
    }

    /** The length keeps title and property apart. */
    private static String key(long account, @Nullable Long pageTabId, String title, @Nullable String property) {
        String what = pageTabId == null ? "title." + title.length() + "." + title : "campaign." + pageTabId;
        return account + "." + what + (property == null ? "" : "." + property);
    }

    @QueryHandler
    List<ActivityTally> find(FindTallies query, Documents documents) {
        Function<Counted, ActivityTally> shape =
                one -> new ActivityTally(one.pageTabId(), one.title(), one.property(), one.counter(), one.first());
        return IN_ORDER.all(documents, Where.equal("account", query.account()))
                .map(shape)
                .toList();
    }
}
