package encore.query.home;

import encore.kernel.accounts.AccountQuery.FindKeys;
import encore.kernel.campaigns.CampaignQuery.ListManagedCampaigns;
import encore.kernel.home.Home.FirstStep;
import encore.kernel.home.HomeQuery.FindHome;
import encore.kernel.home.StepKind;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.people.PeopleQuery.FindPeople;
import encore.kernel.people.Right;
import encore.kernel.points.PointsQuery.FindPointTypes;
import encore.kernel.quests.QuestQuery.SearchQuests;
import encore.kernel.rewards.RewardQuery.FindManagedRewards;
import encore.kernel.rewards.RewardQueryCriteriaBuilder;
import encore.kernel.search.FanCriteria;
import encore.kernel.segments.SegmentQuery.CountFoundFans;
import encore.kernel.webhooks.WebhookQuery.FindWebhooks;
import encore.query.projection.QueryGateway;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds the first steps of an account. A step is done when the account has such a thing. */
class FirstSteps {

    private static final NextKey ONE = new NextKey(null, 1);

    private final QueryGateway queryGateway;

    /** A step: the areas of which a caller must change one to take it, and whether it is done. */
    private record Step(StepKind kind, Set<Area> areas, Predicate<FindHome> isDone) {

        boolean isFor(FindHome query) {
            return areas.stream().anyMatch(area -> query.rights().contains(new Right(area, true)));
        }
    }

    FirstSteps(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    List<FirstStep> of(FindHome query) {
        return Stream.of(
                        new Step(StepKind.CAMPAIGN, Set.of(Area.CAMPAIGNS), this::hasCampaign),
                        new Step(StepKind.FAN, Set.of(Area.FANS), this::hasFan),
                        new Step(StepKind.POINTS, Set.of(Area.LOYALTY), this::hasPoints),
                        new Step(StepKind.QUEST_OR_REWARD, Set.of(Area.LOYALTY), this::hasQuestOrReward),
                        new Step(
                                StepKind.CONNECTION,
                                Set.of(Area.PEOPLE, Area.KEYS, Area.WEBHOOKS),
                                this::hasConnection))
                .filter(step -> step.isFor(query))
                .map(step -> new FirstStep(step.kind(), step.isDone().test(query)))
                .toList();
    }

    private boolean hasCampaign(FindHome query) {
        return !queryGateway
                .ask(new ListManagedCampaigns(query.account(), ONE))
                .rows()
                .isEmpty();
    }

    private boolean hasFan(FindHome query) {
        var all = new CountFoundFans(query.account(), FanCriteria.any(), LocalDate.EPOCH);
        return queryGateway.ask(all).fanCount() > 0;
    }

    /** An account begins with one type of points, which nobody made. */
    private boolean hasPoints(FindHome query) {
        return queryGateway.ask(new FindPointTypes(query.account())).size() > 1;
    }

    private boolean hasQuestOrReward(FindHome query) {
        var quests = new SearchQuests(query.account(), null, query.now(), ONE);
        var rewards = new FindManagedRewards(
                query.account(), RewardQueryCriteriaBuilder.builder().build(), query.now(), ONE, null);
        return !queryGateway.ask(quests).rows().isEmpty()
                || !queryGateway.ask(rewards).rows().isEmpty();
    }

    private boolean hasConnection(FindHome query) {
        return queryGateway.ask(new FindPeople(query.account())).size() > 1
                || queryGateway.ask(new FindKeys(query.account())).size() > 1
                || !queryGateway.ask(new FindWebhooks(query.account())).isEmpty();
    }
}
