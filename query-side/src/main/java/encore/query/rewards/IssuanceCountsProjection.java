package encore.query.rewards;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardQuery.CountIssuances;
import encore.kernel.rewards.RewardQuery.IssuanceCount;
import encore.query.documents.DailyCounts;
import encore.query.projection.Projection;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Counts issued rewards by business and UTC day. */
@Component
class IssuanceCountsProjection implements Projection {

    private static final DailyCounts COUNTS = DailyCounts.of("issuance_counts");

    @Override
    public Views.Shape shape() {
        return new Views.Shape("issuance_counts", COUNTS.collections());
    }

    @EventHandler
    void on(RewardIssued event, RecordedEvent recordedEvent, Documents.Batch documents) {
        COUNTS.count(event.reward().account(), Long.toString(event.businessId()), recordedEvent, documents);
    }

    @QueryHandler
    IssuanceCount find(CountIssuances query, Documents documents) {
        String business = Long.toString(query.businessId());
        return new IssuanceCount(COUNTS.sum(query.account(), business, query.days(), documents));
    }
}
