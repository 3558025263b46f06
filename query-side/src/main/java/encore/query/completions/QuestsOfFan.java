package encore.query.completions;

import encore.kernel.completions.Completion;
import encore.kernel.completions.CompletionMap;
import encore.kernel.completions.CompletionQuery.FindCompletionMap;
import encore.kernel.completions.CompletionQuery.FindCompletionsOfFan;
import encore.kernel.completions.CompletionQuery.FindFanQuests;
import encore.kernel.completions.FanQuest;
import encore.kernel.completions.FanQuestStatus;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestQuery.ListEnteredQuests;
import encore.kernel.requirements.QuestAccess;
import encore.kernel.tiers.TiersQuery.FindPointTypesWithTiers;
import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Joins the quests of a business with the completions of a fan, and finds how each quest stands for the fan. */
@Component
class QuestsOfFan implements QueryComponent {

    private final QueryGateway queryGateway;
    private final TagsAtMoment tags;

    QuestsOfFan(QueryGateway queryGateway, TagsAtMoment tags) {
        this.queryGateway = queryGateway;
        this.tags = tags;
    }

    @QueryHandler
    CompletionMap find(FindCompletionMap query) {
        queryGateway.ask(RequireFan.known(query.account(), query.fanId()));
        List<Quest> quests = queryGateway.ask(
                new ListEnteredQuests(query.account(), query.businessId(), true, query.performanceUid(), query.asOf()));
        Map<Long, Completion> completions = completions(query.account(), query.fanId(), query.asOf());
        Map<Long, Boolean> completed = new LinkedHashMap<>();
        quests.forEach(quest -> completed.put(quest.pageTabId(), completions.containsKey(quest.pageTabId())));
        return new CompletionMap(completed);
    }

    @QueryHandler
    List<FanQuest> find(FindFanQuests query, Moment then) {
        queryGateway.ask(RequireFan.known(query.account(), query.fanId()));
        List<Quest> quests =
                queryGateway.ask(new ListEnteredQuests(query.account(), query.businessId(), false, null, query.asOf()));
        Map<Long, Completion> completions = completions(query.account(), query.fanId(), query.asOf());
        StandingAtMoment standing = StandingAtMoment.of(
                queryGateway.ask(new FindBalances(query.account(), query.fanId(), query.asOf())),
                completions.keySet(),
                tags.find(new FanId(query.account(), query.fanId()), then),
                queryGateway.ask(new FindPointTypesWithTiers(query.account(), query.asOf())));
        Instant now = then.isNow() ? query.now() : then.at();
        return quests.stream()
                .map(quest -> fanQuest(quest, quest.statusAt(now), completions.get(quest.pageTabId()), standing))
                .toList();
    }

    private Map<Long, Completion> completions(long account, long fanId, @Nullable AsOf asOf) {
        return queryGateway.ask(new FindCompletionsOfFan(account, fanId, asOf)).stream()
                .collect(Collectors.toMap(Completion::pageTabId, Function.identity()));
    }

    private static FanQuest fanQuest(
            Quest quest, Quest.Status ofQuest, @Nullable Completion completion, StandingAtMoment standing) {
        FanQuestStatus status = status(quest, completion, standing);
        return new FanQuest(
                quest.pageTabId(),
                quest.details().questTitle(),
                quest.questType(),
                quest.details().performanceUid(),
                status,
                reason(quest.details(), ofQuest, status),
                completion == null ? null : completion.activityId(),
                completion == null ? null : completion.completionTimestamp());
    }

    private static FanQuestStatus status(Quest quest, @Nullable Completion completion, StandingAtMoment standing) {
        if (completion != null) {
            return FanQuestStatus.COMPLETED;
        }
        if (QuestAccess.requirementOf(quest.details(), quest.pointUid()).isMetBy(standing)) {
            return FanQuestStatus.ACTIVE;
        }
        return QuestAccess.hides(quest.details()) ? FanQuestStatus.HIDDEN : FanQuestStatus.LOCKED;
    }

    /** Returns the reasons, each a sentence. */
    private static @Nullable String reason(QuestDetails details, Quest.Status ofQuest, FanQuestStatus status) {
        String reasons = Stream.of(
                        ofStatus(details, status),
                        switch (ofQuest) {
                            case ACTIVE -> "";
                            case SCHEDULED -> "The quest has not started.";
                            case ENDED -> "The quest has ended.";
                            case DISABLED -> "The quest is switched off.";
                        })
                .filter(sentence -> !sentence.isEmpty())
                .collect(Collectors.joining(" "));
        return reasons.isEmpty() ? null : reasons;
    }

    private static String ofStatus(QuestDetails details, FanQuestStatus status) {
        return switch (status) {
            case COMPLETED -> "The fan completed the quest.";
            case HIDDEN -> "The fan lacks the tag " + details.tagName() + ".";
            case LOCKED ->
                switch (details.accessRestrictionType()) {
                    case FAN_POINTS -> "The fan has fewer than " + details.fanPointsRequired() + " points.";
                    case POINT_TIER -> "The fan has not reached the tier.";
                    case QUESTS -> "The fan has not completed all required quests.";
                    case null, default -> "The fan does not meet the condition of the quest.";
                };
            case ACTIVE -> "";
        };
    }
}
