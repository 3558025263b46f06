package encore.query.activities;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.activities.ActivityQuery.FindPointSums;
import encore.kernel.activities.CampaignStanding;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.query.documents.CountedEvents;
import encore.query.projection.Projection;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Keeps the sum of points of any type for each fan and campaign. It is kept for campaigns of all app types, because a
 * record of points does not contain the app type.
 */
@Component
class PointSumsProjection implements Projection {

    private static final CampaignStandings SUMS = new CampaignStandings("campaign_fan_points");
    private static final CountedEvents EVENTS = CountedEvents.of("counted_events");

    @Override
    public Views.Shape shape() {
        return new Views.Shape(
                "campaign_fan_points",
                Stream.concat(SUMS.collections().stream(), Stream.of(EVENTS.collection()))
                        .toList());
    }

    @EventHandler
    void on(PointsAwarded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        Long pageTabId = event.pageTabId();
        if (pageTabId == null || !EVENTS.isNew(recordedEvent.position(), documents)) {
            return;
        }
        FanId fan = event.ledger().fan();
        CampaignStanding before = SUMS.get(fan.account(), pageTabId, fan.number(), documents);
        long sum = event.count() + (before == null ? 0 : -before.first());
        // A late event, such as a retried dead letter, counts but is not the last one.
        CampaignStanding last = before != null && before.position() > recordedEvent.position() ? before : null;
        var standing = new CampaignStanding(
                fan.account(),
                pageTabId,
                fan.number(),
                -sum,
                0,
                last != null ? last.position() : recordedEvent.position(),
                last != null ? last.activityTimestamp() : event.timeOf(recordedEvent.at()),
                sum,
                null,
                null);
        if (before == null) {
            SUMS.add(standing, documents);
        } else {
            SUMS.replace(standing, documents);
        }
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        SUMS.removeAll(event.fan(), documents);
    }

    @QueryHandler
    Page<CampaignStanding> find(FindPointSums query, Documents documents) {
        return SUMS.page(query.account(), query.pageTabId(), query.paging(), documents);
    }
}
