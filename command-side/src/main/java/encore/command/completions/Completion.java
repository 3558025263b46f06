package encore.command.completions;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.lookups.ActivityRecords;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityId;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.AppType;
import encore.kernel.completions.CompletedQuest;
import encore.kernel.completions.CompletionCommand.CompleteQuest;
import encore.kernel.completions.CompletionDraft;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.completions.CompletionId;
import encore.kernel.completions.CompletionUids;
import encore.kernel.completions.QuestTerms;
import java.util.List;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The completion of a quest by a fan. It happens once, together with its activity. */
@Aggregate
class Completion {

    @AggregateIdentifier
    private @Nullable CompletionId id;

    Completion() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    CompletedQuest decide(CompleteQuest command, Streams streams, Claims claims, Facts facts) {
        if (id != null) {
            return new CompletedQuest(QuestCompleted.activityIdAt(streams.firstPosition(id)));
        }
        CompletionDraft draft = command.draft();
        theFanAndTheQuestExist(command.completion(), draft.terms(), streams);
        CompletionUids uids = Objects.requireNonNullElseGet(draft.uids(), CompletionUids::mint);
        apply(QuestCompleted.of(command.completion(), draft, uids));
        ActivityRecords.record(activity(command, uids.activityUid()), claims, facts);
        return new CompletedQuest(null);
    }

    private static void theFanAndTheQuestExist(CompletionId completion, QuestTerms terms, Streams streams) {
        streams.mustBeKnown(completion.fan());
        if (!streams.isOpen(completion.quest())
                || !streams.isOpen(new BusinessId(completion.account(), terms.businessId()))) {
            throw Refusal.unknown("The business has no such quest.");
        }
    }

    private static ActivityRecorded activity(CompleteQuest command, String activityUid) {
        CompletionId completion = command.completion();
        QuestTerms terms = command.draft().terms();
        return new ActivityRecorded(
                new ActivityId(completion.account(), activityUid),
                completion.fan(),
                terms.title(),
                completion.pageTabId(),
                AppType.QUEST,
                terms.businessId(),
                List.of(),
                ActivityDetails.NONE,
                command.draft().effectiveAt());
    }

    @EventSourcingHandler
    void evolve(QuestCompleted event) {
        id = event.completion();
    }
}
