package encore.query.rewards;

import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestQuery.FindQuests;
import encore.kernel.rewards.Reward;
import encore.kernel.rewards.RewardBuilder;
import encore.kernel.rewards.RewardStatus;
import encore.query.projection.QueryGateway;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Says of active rewards whether a quest that they require was deleted, since nobody can meet such a requirement. */
final class RequiredQuests {

    private static final String MESSAGE = "A required quest was deleted, so nobody can meet the requirement any more.";

    private final Set<Long> existing;

    private RequiredQuests(Set<Long> existing) {
        this.existing = existing;
    }

    /** Asks for the required quests of these rewards at once. */
    static RequiredQuests of(long account, Collection<Reward> rewards, QueryGateway queryGateway) {
        List<Long> required = rewards.stream()
                .flatMap(reward -> quests(reward).stream())
                .distinct()
                .toList();
        return new RequiredQuests(
                required.isEmpty()
                        ? Set.of()
                        : queryGateway.ask(new FindQuests(account, required)).stream()
                                .map(Quest::pageTabId)
                                .collect(Collectors.toSet()));
    }

    Reward explain(Reward reward) {
        return existing.containsAll(quests(reward))
                ? reward
                : RewardBuilder.builder(reward).statusMessage(MESSAGE).build();
    }

    private static List<Long> quests(Reward reward) {
        return reward.status() != RewardStatus.ACTIVE || reward.requiredPageTabIds() == null
                ? List.of()
                : reward.requiredPageTabIds();
    }
}
