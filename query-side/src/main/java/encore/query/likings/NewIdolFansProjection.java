package encore.query.likings;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.likings.LikingEvent.FanIdolAdded;
import encore.kernel.likings.LikingQuery.CountNewIdolFans;
import encore.kernel.likings.LikingQuery.NewIdolFans;
import encore.query.documents.DailyCounts;
import encore.query.projection.Projection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Counts by UTC day how often fans got an idol. */
@Component
class NewIdolFansProjection implements Projection {

    private static final DailyCounts COUNTS = DailyCounts.of("new_idol_fans");

    @Override
    public Views.Shape shape() {
        return new Views.Shape("new_idol_fans", COUNTS.collections());
    }

    @EventHandler
    void on(FanIdolAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        COUNTS.count(event.likings().fan().account(), event.idolUid(), recordedEvent, documents);
    }

    @QueryHandler
    List<NewIdolFans> find(CountNewIdolFans query, Documents documents) {
        Map<String, Long> counts = new HashMap<>();
        if (query.idolUids().isEmpty()) {
            COUNTS.all(query.account(), query.days(), documents)
                    .forEach(stored -> counts.merge(stored.subject(), stored.count(), Long::sum));
        } else {
            query.idolUids()
                    .forEach(idol -> counts.put(idol, COUNTS.sum(query.account(), idol, query.days(), documents)));
        }
        return counts.entrySet().stream()
                .filter(idol -> idol.getValue() > 0)
                .map(idol -> new NewIdolFans(idol.getKey(), idol.getValue()))
                .toList();
    }
}
