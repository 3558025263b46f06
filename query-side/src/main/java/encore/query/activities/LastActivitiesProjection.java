package encore.query.activities;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityQuery.FindLastActivities;
import encore.kernel.activities.LastCampaign;
import encore.kernel.fans.FanEvent.FanErased;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps the last activity of each fan. It is separate from the fans' documents: those are large, indexed by words and
 * ordered by their last change, and an activity is no change of a fan.
 */
@Component
class LastActivitiesProjection implements Projection.Partitioned {

    private static final Collection<LastActivity> LAST = Collection.of("last_activities", LastActivity.class);

    /** @param title the title when it was recorded */
    record LastActivity(long account, @Nullable Long pageTabId, String title) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("last_activities", List.of(LAST));
    }

    @Override
    public Stream<String> keys(RecordedEvent recordedEvent) {
        return switch (recordedEvent.event()) {
            case ActivityRecorded event -> Stream.of(Keyset.key(event.fan().number()));
            case FanErased event -> Stream.of(Keyset.key(event.fan().number()));
            default -> Stream.empty();
        };
    }

    @WithoutPersonalData
    @EventHandler
    void on(ActivityRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (event.title() != null) {
            documents.put(
                    LAST,
                    Keyset.key(event.fan().number()),
                    new LastActivity(event.fan().account(), event.pageTabId(), event.title()));
        }
    }

    @EventHandler
    void on(FanErased event, RecordedEvent recordedEvent, Documents.Batch documents) {
        documents.remove(LAST, Keyset.key(event.fan().number()));
    }

    @QueryHandler
    List<LastCampaign> find(FindLastActivities query, Documents documents) {
        Map<String, LastActivity> found =
                documents.getAll(LAST, query.fanIds().stream().map(Keyset::key).toList());
        return query.fanIds().stream()
                .map(fan -> {
                    LastActivity lastActivity = found.get(Keyset.key(fan));
                    return lastActivity == null || lastActivity.account() != query.account()
                            ? null
                            : new LastCampaign(fan, lastActivity.pageTabId(), lastActivity.title());
                })
                .filter(Objects::nonNull)
                .toList();
    }
}
