package encore.query.fans;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanQuery.CountErasures;
import encore.kernel.time.DayCount;
import encore.query.documents.DailyCounts;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Counts erasures of fans by UTC day. */
@Component
class ErasureCountsProjection implements Projection {

    private static final DailyCounts COUNTS = DailyCounts.of("erasure_counts");

    @Override
    public Views.Shape shape() {
        return new Views.Shape("erasure_counts", COUNTS.collections());
    }

    @EventHandler
    void on(FanErased event, RecordedEvent recordedEvent, Documents.Batch documents) {
        COUNTS.count(event.fan().account(), "fans", recordedEvent, documents);
    }

    @QueryHandler
    List<DayCount> find(CountErasures query, Documents documents) {
        return COUNTS.days(query.account(), "fans", query.days(), documents);
    }
}
