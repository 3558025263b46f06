package encore.query.requirements;

import static encore.kernel.requirements.explanations.Explanation.Part.ACTIVE;
import static encore.kernel.requirements.explanations.Explanation.Part.PLACE;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.completions.CompletionId;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestEvent;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestType;
import encore.kernel.requirements.explanations.Explanation.ConditionState;
import encore.kernel.requirements.explanations.ExplanationQuery;
import encore.kernel.requirements.explanations.ExplanationQuery.ExplainQuest;
import encore.kernel.requirements.explanations.ExplanationQuery.ExplainReward;
import encore.kernel.requirements.rules.Rule;
import encore.kernel.requirements.rules.RuleBook;
import encore.kernel.requirements.rules.RuleBook.CodeCount;
import encore.kernel.requirements.rules.RuleBook.QuestDefinition;
import encore.kernel.requirements.rules.RuleBook.RewardDefinition;
import encore.kernel.requirements.rules.RuleHistory;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardEvent;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import encore.kernel.rewards.codes.PrizeCodeEvent.PrizeCodesAdded;
import encore.kernel.rewards.codes.PrizeCodesId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Folds a quest or a reward: the versions of its rule, who took its places, and how one fan got it. */
final class RuleOfThing {

    private final long fanId;
    private final @Nullable QuestId quest;
    private final @Nullable RewardId reward;
    private final RuleHistory history;
    private long issued;
    private @Nullable RecordedEvent gift;

    RuleOfThing(ExplanationQuery query, long mostFacts) {
        this.fanId = query.fanId();
        this.quest = query instanceof ExplainQuest ofQuest ? ofQuest.quest() : null;
        this.reward = query instanceof ExplainReward ofReward ? ofReward.reward() : null;
        this.history = new RuleHistory(mostFacts);
    }

    /** Returns the stream of the quest or reward. */
    String stream() {
        return quest == null ? String.valueOf(reward) : quest.toString();
    }

    /** Returns the stream of the fan's completion; null for a reward, whose own stream holds all issuances. */
    @Nullable
    String streamOfGift() {
        return quest == null ? null : CompletionId.of(quest, fanId).toString();
    }

    /** Returns the version that was in force after an event; null for none. */
    @Nullable
    Rule inForce(long position) {
        return history.inForce(stream(), position);
    }

    /** Returns the completion or issuance; null if the fan has none. */
    @Nullable
    RecordedEvent gift() {
        return gift;
    }

    Set<Class<?>> wanted() {
        Set<Class<?>> wanted = new HashSet<>(quest == null ? RuleBook.EVENTS_OF_REWARDS : RuleBook.EVENTS_OF_QUESTS);
        if (quest == null) {
            wanted.add(RewardIssued.class);
        }
        return wanted;
    }

    void fold(RecordedEvent recordedEvent) {
        switch (recordedEvent.event()) {
            case RewardIssued given -> {
                if (given.reward().equals(reward)) {
                    issued++;
                    takeGift(recordedEvent, given.fanId());
                }
            }
            case QuestCompleted given ->
                takeGift(recordedEvent, given.completion().fanId());
            case Event event -> {
                if (isOwn(event)) {
                    history.fold(event, recordedEvent.position(), recordedEvent.at());
                }
            }
        }
    }

    private void takeGift(RecordedEvent recordedEvent, long givenTo) {
        if (gift == null && givenTo == fanId) {
            gift = recordedEvent;
        }
    }

    /** Definitions of other quests and rewards make no version. */
    private boolean isOwn(Event event) {
        return switch (event) {
            case QuestEvent ofQuest -> ofQuest.quest().equals(quest);
            case RewardEvent ofReward -> ofReward.reward().equals(reward);
            case PrizeCodesAdded added -> reward != null && added.codes().equals(PrizeCodesId.of(reward));
            default -> true;
        };
    }

    /** Returns whether it is active and has a place left, as far as these are in the way. */
    List<ConditionState> obstacles(Instant now) {
        List<ConditionState> obstacles = new ArrayList<>();
        String inactive = quest == null ? ofReward(now) : ofQuest(now);
        obstacles.add(ConditionState.of(
                ACTIVE, inactive == null, inactive == null ? "Its dates reach to this moment." : inactive));
        String full = full();
        if (full != null) {
            obstacles.add(ConditionState.of(PLACE, false, full));
        }
        return obstacles;
    }

    private @Nullable String ofQuest(Instant now) {
        QuestDefinition definition = history.definition(QuestDefinition.class, stream());
        if (definition == null) {
            return "The quest was deleted.";
        }
        QuestDetails details = definition.details();
        if (Boolean.TRUE.equals(details.isDisabled())) {
            return "The quest is switched off.";
        }
        if (definition.type() == QuestType.CUSTOM || definition.type() == QuestType.LINK_URL) {
            return "Calls alone complete a quest of this type.";
        }
        if (definition.type() == QuestType.SCAN
                && (details.scanMinTimestamp() == null || details.scanMaxTimestamp() == null)) {
            return "No scan counts, because scan_min_timestamp and scan_max_timestamp are not both set.";
        }
        if (details.startDate() != null && now.isBefore(details.startDate().start())) {
            return "The quest has not started.";
        }
        return details.endDate() != null && !now.isBefore(details.endDate().endExclusive())
                ? "The quest has ended."
                : null;
    }

    private @Nullable String ofReward(Instant now) {
        RewardDefinition definition = history.definition(RewardDefinition.class, stream());
        if (definition == null) {
            return "The reward was deleted.";
        }
        RewardDetails details = definition.details();
        if (Boolean.TRUE.equals(details.isDisabled())) {
            return "The reward is switched off.";
        }
        if (details.requirementType() == null) {
            return "The reward is assigned by hand alone.";
        }
        return details.expirationTimestamp() != null && !now.isBefore(details.expirationTimestamp())
                ? "The reward has expired."
                : null;
    }

    private @Nullable String full() {
        RewardDefinition definition = history.definition(RewardDefinition.class, stream());
        if (definition == null) {
            return null;
        }
        RewardDetails details = definition.details();
        Long limit = details.winnerSelectionModel() == WinnerSelection.FIRST ? details.rewardLimit() : null;
        if (limit != null && issued >= limit) {
            return "All places are taken (" + limit + ").";
        }
        if (definition.type() != RewardType.PRIZE_CODE) {
            return null;
        }
        CodeCount codes = history.definition(CodeCount.class, stream());
        if (codes == null) {
            return "The reward has no prize codes.";
        }
        return Boolean.TRUE.equals(details.isLimited()) && issued >= codes.count()
                ? "All prize codes are given (" + codes.count() + ")."
                : null;
    }
}
