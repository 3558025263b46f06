package encore.command.completions;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.completions.CompletedQuest;
import encore.kernel.completions.CompletionCommand.CompleteQuest;
import encore.kernel.completions.CompletionCommand.CompleteQuestByCall;
import encore.kernel.completions.CompletionCommand.PayCompletion;
import encore.kernel.completions.CompletionDraft;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.completions.CompletionId;
import encore.kernel.completions.QuestTerms;
import encore.kernel.identifiers.IdentifierCommand.AddIdentifier;
import encore.kernel.identifiers.IdentifierName;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.quests.QuestCommand.ReadQuest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestState;
import encore.kernel.quests.QuestType;
import encore.kernel.requirements.QuestAccess;
import encore.kernel.time.EffectiveTime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Completes a quest by a call, in steps: it asks how the quest and the fan stand, links the wristband, completes the quest
 * and pays. Each step may be sent again. A call that is refused before the second step has changed nothing.
 */
@Component
class CompleteQuestHandler {

    @CommandHandler
    CompletedQuest decide(
            CompleteQuestByCall command, Streams streams, Claims claims, Facts facts, Dispatch dispatch, Instant now) {
        CompletionId completion = command.completion();
        Instant time = new EffectiveTime(command.effectiveAt(), now).time();
        streams.mustBeKnown(completion.fan());
        QuestState quest = dispatch.send(new ReadQuest(completion.quest()));
        theBusinessHasTheQuest(command, quest);
        aWristbandQuestHasAWristband(command, quest);
        boolean isCompleted = streams.isOpen(completion);
        AskedFanStanding standing = AskedFanStanding.ask(
                completion.fan(),
                isCompleted ? QuestDetails.NONE : quest.details(),
                quest.pointUid(),
                claims,
                streams,
                dispatch);
        if (!isCompleted) {
            theQuestIsActive(quest.details(), time);
            theFanMayCompleteIt(quest, standing);
        }
        link(command, dispatch);
        CompletedQuest completed = dispatch.send(new CompleteQuest(
                completion,
                new CompletionDraft(
                        command.uids(),
                        time,
                        List.of(),
                        QuestTerms.of(quest.businessId(), quest.pointUid(), quest.details()),
                        command.effectiveAt())));
        return pay(completed, facts, dispatch);
    }

    private static void theBusinessHasTheQuest(CompleteQuestByCall command, QuestState quest) {
        if (quest.isDeleted() || quest.businessId() != command.businessId()) {
            throw Refusal.unknown("The business has no such quest.");
        }
    }

    private static void aWristbandQuestHasAWristband(CompleteQuestByCall command, QuestState quest) {
        if (quest.questType() == QuestType.WRISTBAND && command.lookupId() == null) {
            throw new Refusal(
                    RULE, "lookup-id-missing", "lookup_id", "A wristband quest is completed with a lookup_id.");
        }
    }

    private static void theQuestIsActive(QuestDetails details, Instant now) {
        if (Boolean.TRUE.equals(details.isDisabled()) || !details.isWithinDates(now)) {
            throw new Refusal(
                    RULE, "quest-not-active", "page_tab_id", "The quest is switched off, has not begun or is over.");
        }
    }

    private static void theFanMayCompleteIt(QuestState quest, AskedFanStanding standing) {
        if (QuestAccess.requirementOf(quest.details(), quest.pointUid()).isMetBy(standing)) {
            return;
        }
        throw QuestAccess.hides(quest.details())
                ? new Refusal(RULE, "quest-hidden", "page_tab_id", "The fan lacks the tag that opens the quest.")
                : new Refusal(RULE, "quest-locked", "page_tab_id", "The fan does not meet the condition of the quest.");
    }

    /** Gives the fan the wristband. Another fan's is refused. */
    private static void link(CompleteQuestByCall command, Dispatch dispatch) {
        String lookupId = command.lookupId();
        if (lookupId == null) {
            dispatch.skipStep();
            return;
        }
        try {
            dispatch.send(new AddIdentifier(
                    new IdentifiersId(command.completion().fan()), IdentifierName.WRISTBAND, lookupId));
        } catch (Refusal refusal) {
            throw refusal.kind() == RULE
                    ? new Refusal(RULE, refusal.type(), "lookup_id", "Another fan has this wristband.")
                    : refusal;
        }
    }

    /** Awards the points of the completion as it is recorded: the quest may have changed since. */
    private static CompletedQuest pay(CompletedQuest completed, Facts facts, Dispatch dispatch) {
        long position = QuestCompleted.positionBefore(Objects.requireNonNull(completed.activityId()));
        QuestCompleted event = Objects.requireNonNull(
                facts.eventAt(position, QuestCompleted.class), "A completion stands before its activity");
        PayCompletion payment = PayCompletion.of(event, position);
        return payment == null ? completed : dispatch.sendLast(payment);
    }
}
