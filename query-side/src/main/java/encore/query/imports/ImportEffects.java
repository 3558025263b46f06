package encore.query.imports;

import encore.kernel.Event;
import encore.kernel.Query;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.campaigns.CampaignQuery.FindCampaigns;
import encore.kernel.imports.ImportEffect;
import encore.kernel.imports.ImportQuery.FindImportEffects;
import encore.kernel.names.EventNames;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestQuery.ListAllEnteredQuests;
import encore.kernel.quests.QuestQuery.QuestSelection;
import encore.kernel.quests.QuestType;
import encore.kernel.requirements.QuestAccess;
import encore.kernel.requirements.Requirement;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.Reward;
import encore.kernel.rewards.RewardQuery;
import encore.kernel.rewards.RewardQuery.FindManagedRewards;
import encore.kernel.rewards.RewardQueryCriteriaBuilder;
import encore.kernel.rewards.RewardStatus;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.TiersQuery.FindPointTypesWithTiers;
import encore.kernel.webhooks.EventPattern;
import encore.kernel.webhooks.Webhook;
import encore.kernel.webhooks.WebhookQuery.FindWebhooks;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Finds the quests, rewards and webhooks that the rows of an import would reach, by the lists of the account. */
@Component
class ImportEffects implements QueryComponent {

    private static final int PAGE = 200;

    private final QueryGateway queryGateway;
    private final Clock clock;

    @Autowired
    ImportEffects(QueryGateway queryGateway) {
        this(queryGateway, Clock.systemUTC());
    }

    ImportEffects(QueryGateway queryGateway, Clock clock) {
        this.queryGateway = queryGateway;
        this.clock = clock;
    }

    @QueryHandler
    List<ImportEffect> find(FindImportEffects query) {
        if (query.pointUids().isEmpty() && query.campaigns().isEmpty()) {
            return List.of();
        }
        Instant now = clock.instant();
        Rows rows = new Rows(
                query.pointUids(),
                query.pointUids().isEmpty() ? Set.of() : tiers(query),
                query.campaigns(),
                query.campaigns().isEmpty() ? Set.of() : businesses(query),
                now,
                query.earliest() == null || query.earliest().isAfter(now) ? now : query.earliest());
        List<ImportEffect> found = new ArrayList<>();
        addQuests(query.account(), rows, found);
        addRewards(query.account(), rows, found);
        addWebhooks(query.account(), rows, found);
        return List.copyOf(found);
    }

    /** Returns the tiers of the point types of the rows. */
    private Set<String> tiers(FindImportEffects query) {
        return queryGateway.ask(new FindPointTypesWithTiers(query.account(), null)).stream()
                .filter(pointType -> query.pointUids().contains(pointType.pointUid()))
                .flatMap(pointType -> pointType.tiers().stream())
                .map(PointTier::pointTierUid)
                .collect(Collectors.toSet());
    }

    /** Returns the businesses at which the activities of the rows count. */
    private Set<Long> businesses(FindImportEffects query) {
        return queryGateway.ask(new FindCampaigns(query.account(), List.copyOf(query.campaigns()))).stream()
                .map(campaign -> campaign.businessId())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    private void addQuests(long account, Rows rows, List<ImportEffect> found) {
        QuestSelection all = new QuestSelection(null, null);
        addPages(
                page -> new ListAllEnteredQuests(account, all, page),
                quests -> quests.filter(rows::reach)
                        .map(quest -> new ImportEffect(
                                ImportEffect.Kind.QUEST, Long.toString(quest.pageTabId()), quest.title())),
                found);
    }

    private void addRewards(long account, Rows rows, List<ImportEffect> found) {
        RewardQuery.Criteria all = RewardQueryCriteriaBuilder.builder().build();
        addPages(
                page -> new FindManagedRewards(account, all, rows.earliest(), page, null),
                rewards -> rewards.map(Reward.Managed::reward)
                        .filter(rows::reach)
                        .map(reward ->
                                new ImportEffect(ImportEffect.Kind.REWARD, reward.rewardUid(), reward.rewardTitle())),
                found);
    }

    private void addWebhooks(long account, Rows rows, List<ImportEffect> found) {
        add(
                queryGateway.ask(new FindWebhooks(account)).stream()
                        .filter(rows::reach)
                        .map(webhook ->
                                new ImportEffect(ImportEffect.Kind.WEBHOOK, webhook.webhookUid(), name(webhook))),
                found);
    }

    /** Returns the description, or else the host: the whole address may hold a password of the endpoint. */
    private static String name(Webhook webhook) {
        String description = webhook.description();
        return description == null
                ? Objects.requireNonNullElse(URI.create(webhook.url()).getHost(), "")
                : description;
    }

    /** Reads a list page by page, until it ends or enough is found. */
    private <T, Q extends Query<Page<T>>> void addPages(
            Function<NextKey, Q> query, Function<Stream<T>, Stream<ImportEffect>> reached, List<ImportEffect> found) {
        String after = null;
        boolean isMore = true;
        while (isMore && found.size() < FindImportEffects.MAX_EFFECTS) {
            Page<T> page = queryGateway.ask(query.apply(new NextKey(after, PAGE)));
            add(reached.apply(page.rows().stream()), found);
            after = page.last();
            isMore = page.more();
        }
    }

    private static void add(Stream<ImportEffect> more, List<ImportEffect> found) {
        more.limit(FindImportEffects.MAX_EFFECTS - found.size()).forEach(found::add);
    }

    /**
     * The parts of the rows that decide what they reach.
     *
     * @param tiers the tiers of their point types
     * @param businesses the businesses of their campaigns
     * @param earliest the earliest time at which a row counts
     */
    private record Rows(
            Set<String> pointUids,
            Set<String> tiers,
            Set<Long> campaigns,
            Set<Long> businesses,
            Instant now,
            Instant earliest) {

        boolean reach(Quest quest) {
            QuestType type = quest.questType();
            if (type == QuestType.CUSTOM || type == QuestType.LINK_URL || !isActive(quest.details())) {
                return false;
            }
            Long target = quest.details().targetPageTabId();
            return target != null && campaigns.contains(target)
                    || reach(QuestAccess.requirementOf(quest.details(), quest.pointUid()));
        }

        /** Returns whether some time of the rows is within the dates of a quest. */
        private boolean isActive(QuestDetails details) {
            Instant start = details.start();
            Instant end = details.end();
            return !Boolean.TRUE.equals(details.isDisabled())
                    && (start == null || !now.isBefore(start))
                    && (end == null || earliest.isBefore(end));
        }

        private boolean reach(Requirement requirement) {
            return switch (requirement) {
                case Requirement.Points points -> pointUids.contains(points.pointUid());
                case Requirement.TierReached tier -> tiers.contains(tier.pointTierUid());
                default -> false;
            };
        }

        /** A reward of any requirement may wait for the first activity of a fan at its business. */
        boolean reach(Reward reward) {
            RequirementType type = reward.requirementType();
            return type != null
                    && reward.status() == RewardStatus.ACTIVE
                    && (businesses.contains(reward.businessId()) || reach(type, reward));
        }

        private boolean reach(RequirementType type, Reward reward) {
            return switch (type) {
                case FAN_POINTS -> pointUids.contains(reward.pointUid());
                case POINT_TIER -> reward.pointTierUid() != null && tiers.contains(reward.pointTierUid());
                case QUESTS -> false;
            };
        }

        boolean reach(Webhook webhook) {
            return webhook.isEnabled()
                    && webhook.withImports()
                    && (!pointUids.isEmpty() && gets(webhook, PointsAwarded.class)
                            || !campaigns.isEmpty() && gets(webhook, ActivityRecorded.class));
        }

        private static boolean gets(Webhook webhook, Class<? extends Event> event) {
            return EventPattern.anyMatches(webhook.eventTypes(), EventNames.of(event));
        }
    }
}
