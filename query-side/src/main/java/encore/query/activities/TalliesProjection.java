package encore.query.activities;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityQuery.FindTallies;
import encore.kernel.activities.ActivityTally;
import encore.query.documents.CountedEvents;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import java.util.List;
import java.util.function.Function;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Counts activities by campaign, or by title for activities without a campaign, and in each by property. */
@Component
class TalliesProjection implements Projection {

    private static final Collection<Tally> TALLIES =
            Collection.of("tallies", Tally.class, Index.on("account", "first"));

    private static final CountedEvents EVENTS = CountedEvents.of("counted_events");

    private static final Keyset<Tally> IN_ORDER = Keyset.byNumber(TALLIES, "first", Tally::first);

    /**
     * @param title the title of the first activity
     * @param first the position of the first activity
     */
    record Tally(
            long account,
            @Nullable Long pageTabId,
            String title,
            @Nullable String property,
            long counter,
            long first) {

        /** Adds another count. The first activity is the one with the lower position, even if it was applied late. */
        Tally plus(Tally other) {
            Tally earlier = first < other.first ? this : other;
            return new Tally(account, pageTabId, earlier.title, property, counter + other.counter, earlier.first);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("activity_tallies", List.of(TALLIES, EVENTS.collection()));
    }

    @WithoutPersonalData
    @EventHandler
    void on(ActivityRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String title = event.title();
        if (title != null && EVENTS.isNew(recordedEvent.position(), documents)) {
            count(event, title, null, recordedEvent, documents);
            event.properties().forEach(property -> count(event, title, property, recordedEvent, documents));
        }
    }

    private static void count(
            ActivityRecorded event,
            String title,
            @Nullable String property,
            RecordedEvent recordedEvent,
            Documents.Batch documents) {
        long account = event.fan().account();
        String key = key(account, event.pageTabId(), title, property);
        Tally before = documents.get(TALLIES, key);
        Tally one = new Tally(account, event.pageTabId(), title, property, 1, recordedEvent.position());
        documents.put(TALLIES, key, before == null ? one : before.plus(one));
    }

    /** The length keeps title and property apart. */
    private static String key(long account, @Nullable Long pageTabId, String title, @Nullable String property) {
        String subject = pageTabId == null ? "title." + title.length() + "." + title : "campaign." + pageTabId;
        return account + "." + subject + (property == null ? "" : "." + property);
    }

    @QueryHandler
    List<ActivityTally> find(FindTallies query, Documents documents) {
        Function<Tally, ActivityTally> shape =
                one -> new ActivityTally(one.pageTabId(), one.title(), one.property(), one.counter(), one.first());
        return IN_ORDER.all(documents, Where.equal("account", query.account()))
                .map(shape)
                .toList();
    }
}
