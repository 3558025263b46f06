package encore.query.trackers.records;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.time.DayCount;
import encore.kernel.trackers.clicks.TrackerClickEvent.TrackerClickRecorded;
import encore.kernel.trackers.records.TrackerRecordQuery.CountTrackerClicks;
import encore.query.documents.DailyCounts;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Counts clicks by tracker and UTC day. */
@Component
class ClickCountsProjection implements Projection {

    private static final DailyCounts COUNTS = DailyCounts.of("click_counts");

    @Override
    public Views.Shape shape() {
        return new Views.Shape("click_counts", COUNTS.collections());
    }

    @WithoutPersonalData
    @EventHandler
    void on(TrackerClickRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        COUNTS.count(event.tracker().account(), Long.toString(event.tracker().number()), recordedEvent, documents);
    }

    @QueryHandler
    List<DayCount> find(CountTrackerClicks query, Documents documents) {
        return COUNTS.days(query.account(), Long.toString(query.trackerId()), query.days(), documents);
    }
}
