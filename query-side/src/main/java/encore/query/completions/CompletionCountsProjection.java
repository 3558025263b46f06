package encore.query.completions;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.completions.CompletionQuery.CompletionCount;
import encore.kernel.completions.CompletionQuery.CountCompletions;
import encore.query.documents.DailyCounts;
import encore.query.projection.Projection;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Counts completions of quests by business and UTC day. */
@Component
class CompletionCountsProjection implements Projection {

    private static final DailyCounts COUNTS = DailyCounts.of("completion_counts");

    @Override
    public Views.Shape shape() {
        return new Views.Shape("completion_counts", COUNTS.collections());
    }

    @EventHandler
    void on(QuestCompleted event, RecordedEvent recordedEvent, Documents.Batch documents) {
        COUNTS.count(
                event.completion().fan().account(),
                Long.toString(event.businessId()),
                recordedEvent,
                event.timeOf(recordedEvent.at()),
                documents);
    }

    @QueryHandler
    CompletionCount find(CountCompletions query, Documents documents) {
        String business = Long.toString(query.businessId());
        return new CompletionCount(COUNTS.sum(query.account(), business, query.days(), documents));
    }
}
