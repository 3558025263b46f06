package encore.query.completions;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.completions.Completion;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.completions.CompletionQuery.FindCompletionsOfFan;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.time.Moment;
import encore.query.documents.FanDocumentKeys;
import encore.query.projection.Projection;
import java.util.List;
import java.util.Objects;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the completions of fans, each in a document. */
@Component
class CompletionsProjection implements Projection {

    private static final Collection<Completion> COMPLETIONS = Collection.of("completions", Completion.class);
    private static final FanDocumentKeys BY_FAN = FanDocumentKeys.of("by_fan");

    @Override
    public Views.Shape shape() {
        return new Views.Shape("completions", List.of(COMPLETIONS, BY_FAN.collection()));
    }

    @EventHandler
    void on(QuestCompleted event, RecordedEvent recordedEvent, Documents.Batch documents) {
        FanId fan = event.completion().fan();
        String key = event.completion().toString();
        if (BY_FAN.add(fan, key, documents)) {
            documents.put(
                    COMPLETIONS,
                    key,
                    new Completion(
                            fan.account(),
                            fan.number(),
                            event.completion().pageTabId(),
                            event.businessId(),
                            QuestCompleted.activityIdAt(recordedEvent.position()),
                            event.at(),
                            event.pointsReward(),
                            event.pointType(),
                            event.fanPointUid(),
                            event.performanceUid(),
                            recordedEvent.at()));
        }
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        BY_FAN.erase(event.fan(), documents).forEach(key -> documents.remove(COMPLETIONS, key));
    }

    @QueryHandler
    List<Completion> find(FindCompletionsOfFan query, Documents documents, Moment then) {
        List<String> keys = BY_FAN.of(new FanId(query.account(), query.fanId()), documents);
        var found = documents.getAll(COMPLETIONS, keys);
        return keys.stream()
                .map(found::get)
                .filter(Objects::nonNull)
                .filter(one -> QuestCompleted.positionBefore(one.activityId()) <= then.position())
                .toList();
    }
}
