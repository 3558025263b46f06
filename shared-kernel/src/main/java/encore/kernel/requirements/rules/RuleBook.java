package encore.kernel.requirements.rules;

import encore.kernel.Event;
import encore.kernel.businesses.BusinessEvent.BusinessRemoved;
import encore.kernel.completions.QuestTerms;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestEvent.QuestChanged;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestEvent.QuestDeleted;
import encore.kernel.quests.QuestType;
import encore.kernel.requirements.FanStanding;
import encore.kernel.requirements.QuestAccess;
import encore.kernel.requirements.rules.DeedCondition.LinkedEvent;
import encore.kernel.requirements.rules.RuleIndex.RuleEntry;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardEvent.RewardChanged;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardDeleted;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import encore.kernel.rewards.codes.PrizeCodeEvent.PrizeCodesAdded;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventChanged;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventMade;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventRemoved;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.tiers.TiersEvent.TierChanged;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Folds the definitions of quests and rewards, and everything that their rules name, into the rules in force. A change of
 * a tier, or of the links of a performance, is a change of each rule that names it.
 */
public final class RuleBook {

    public static final Set<Class<? extends Event>> EVENTS_OF_QUESTS = Set.of(
            QuestCreated.class,
            QuestChanged.class,
            QuestDeleted.class,
            TierAdded.class,
            TierChanged.class,
            TicketEventMade.class,
            TicketEventChanged.class,
            TicketEventCurated.class,
            TicketEventRemoved.class,
            BusinessRemoved.class);

    public static final Set<Class<? extends Event>> EVENTS_OF_REWARDS = Set.of(
            RewardCreated.class,
            RewardChanged.class,
            RewardDeleted.class,
            PrizeCodesAdded.class,
            TierAdded.class,
            TierChanged.class,
            BusinessRemoved.class);

    /** The documents of definitions. */
    public static final List<Class<? extends Record>> DOCUMENTS = List.of(
            QuestDefinition.class,
            RewardDefinition.class,
            CodeCount.class,
            RuleInForce.class,
            Mention.class,
            TierPoints.class,
            EventLink.class,
            PerformanceLink.class);

    private final FactStore store;
    private final long position;
    private final Instant at;
    private final List<Rule> begun = new ArrayList<>();
    private final List<Rule> ended = new ArrayList<>();

    /** A quest as it is defined now, by its stream, with the position of its creation. */
    public record QuestDefinition(
            long account, long businessId, QuestType type, String pointUid, QuestDetails details, long created) {}

    /** A reward as it is defined now, by its stream. */
    public record RewardDefinition(
            long account, long businessId, RewardType type, String pointUid, RewardDetails details) {}

    /** The number of prize codes of a reward, by its stream. */
    public record CodeCount(long count) {}

    /** The id of the rule in force, by the stream of its quest or reward. */
    public record RuleInForce(String id) {}

    /** A quest or reward that names something. */
    public record Mention(String stream) {}

    /** A tier, by account and uid. */
    public record TierPoints(String pointUid, long minPoints) {}

    /** The performance of a ticket event, by its stream. */
    public record EventLink(String performanceUid, String identity) {}

    /** A ticket event of a performance. */
    public record PerformanceLink(LinkedEvent link) {}

    /**
     * The changes by one event.
     *
     * @param begun the new versions. They are in the index, and ready if nothing of the past counts
     * @param ended the versions that are not in force any more. They are not in the index
     */
    public record Changes(List<Rule> begun, List<Rule> ended) {
        public Changes {
            begun = List.copyOf(begun);
            ended = List.copyOf(ended);
        }
    }

    private RuleBook(FactStore store, long position, Instant at) {
        this.store = store;
        this.position = position;
        this.at = at;
    }

    /** Folds an event. */
    public static Changes fold(FactStore store, Event event, long position, Instant at) {
        RuleBook book = new RuleBook(store, position, at);
        book.on(event);
        return new Changes(book.begun, book.ended);
    }

    /** Returns the rule that is in force for a quest or reward; null for none. */
    public static @Nullable RuleEntry inForce(FactStore store, String stream) {
        RuleInForce inForce = store.get(RuleInForce.class, stream);
        return inForce == null ? null : store.get(RuleEntry.class, inForce.id());
    }

    private void on(Event event) {
        switch (event) {
            case QuestCreated created ->
                define(
                        created.quest().toString(),
                        null,
                        new QuestDefinition(
                                created.quest().account(),
                                created.businessId(),
                                created.questType(),
                                created.pointUid(),
                                created.details(),
                                position));
            case QuestChanged changed -> {
                String stream = changed.quest().toString();
                QuestDefinition before = store.get(QuestDefinition.class, stream);
                if (before != null) {
                    define(
                            stream,
                            before,
                            new QuestDefinition(
                                    before.account(),
                                    before.businessId(),
                                    before.type(),
                                    before.pointUid(),
                                    changed.patch().applyTo(before.details()),
                                    before.created()));
                }
            }
            case QuestDeleted deleted -> delete(deleted.quest().toString());
            case RewardCreated created ->
                define(
                        created.reward().toString(),
                        null,
                        new RewardDefinition(
                                created.reward().account(),
                                created.businessId(),
                                created.rewardType(),
                                created.pointUid(),
                                created.details()));
            case RewardChanged changed -> {
                String stream = changed.reward().toString();
                RewardDefinition before = store.get(RewardDefinition.class, stream);
                if (before != null) {
                    define(
                            stream,
                            before,
                            new RewardDefinition(
                                    before.account(),
                                    before.businessId(),
                                    before.type(),
                                    before.pointUid(),
                                    changed.patch().applyTo(before.details())));
                }
            }
            case RewardDeleted deleted -> delete(deleted.reward().toString());
            case PrizeCodesAdded added -> addCodes(added);
            case TierAdded tier -> tier(tier.tiers(), tier.pointTierUid(), tier.minPoints());
            case TierChanged tier -> tier(tier.tiers(), tier.pointTierUid(), tier.minPoints());
            case TicketEventMade made -> link(made.ticketEvent(), made.details());
            case TicketEventChanged changed -> link(changed.ticketEvent(), changed.details());
            case TicketEventCurated curated -> link(curated.ticketEvent(), curated.details());
            case TicketEventRemoved removed -> link(removed.ticketEvent(), null);
            case BusinessRemoved removed ->
                mentioning("business/" + removed.business().account() + "/"
                                + removed.business().number() + "/")
                        .forEach(this::delete);
            default -> {}
        }
    }

    private void define(String stream, @Nullable Record before, Record now) {
        List<String> mentions = mentions(now);
        for (String mention : mentions(before)) {
            if (!mentions.contains(mention)) {
                store.remove(Mention.class, mention + stream);
            }
        }
        store.put(stream, now);
        mentions.forEach(mention -> store.put(mention + stream, new Mention(stream)));
        putInForce(stream, rule(stream, now));
    }

    private void delete(String stream) {
        Record definition = definition(stream);
        if (definition != null) {
            mentions(definition).forEach(mention -> store.remove(Mention.class, mention + stream));
            store.remove(definition.getClass(), stream);
            putInForce(stream, null);
        }
    }

    private @Nullable Record definition(String stream) {
        Record quest = store.get(QuestDefinition.class, stream);
        return quest == null ? store.get(RewardDefinition.class, stream) : quest;
    }

    private List<String> mentioning(String prefix) {
        return store.all(Mention.class, prefix).stream()
                .map(each -> each.document().stream())
                .toList();
    }

    /** Returns the keys of everything that a definition names and that may change without it. */
    private static List<String> mentions(@Nullable Record definition) {
        List<String> keys = new ArrayList<>();
        switch (definition) {
            case QuestDefinition quest -> {
                keys.add("business/" + quest.account() + "/" + quest.businessId() + "/");
                if (quest.details().pointTierUid() != null) {
                    keys.add(tierKey(quest.account(), quest.details().pointTierUid()) + "/");
                }
                if (quest.details().performanceUid() != null) {
                    keys.add(performanceKey(quest.account(), quest.details().performanceUid()));
                }
            }
            case RewardDefinition reward -> {
                keys.add("business/" + reward.account() + "/" + reward.businessId() + "/");
                if (reward.details().pointTierUid() != null) {
                    keys.add(tierKey(reward.account(), reward.details().pointTierUid()) + "/");
                }
            }
            case null, default -> {}
        }
        return keys;
    }

    private static String tierKey(long account, String uid) {
        return "tier/" + account + "/" + uid;
    }

    private static String performanceKey(long account, String uid) {
        return "performance/" + account + "/" + uid + "/";
    }

    /** Puts a version in force, unless it decides as the one before does. */
    private void putInForce(String stream, @Nullable Rule now) {
        RuleEntry before = inForce(store, stream);
        if (before != null && now != null && now.decidesAs(before.rule())) {
            RuleIndex.put(store, now.withVersion(before.rule().version()), before.isReady());
        } else {
            replace(stream, before, now);
        }
    }

    private void replace(String stream, @Nullable RuleEntry before, @Nullable Rule now) {
        if (before != null) {
            RuleIndex.remove(store, before.rule());
            store.remove(RuleInForce.class, stream);
            ended.add(before.rule());
        }
        if (now != null) {
            RuleIndex.put(store, now, isWithoutPast(now));
            store.put(stream, new RuleInForce(now.id()));
            begun.add(now);
        }
    }

    /** Codes may come before the creation of their reward. */
    private void addCodes(PrizeCodesAdded event) {
        String stream = new RewardId(event.codes().account(), event.codes().uid()).toString();
        store.put(stream, new CodeCount(codes(stream) + event.count()));
        if (store.get(RewardDefinition.class, stream) != null) {
            renew(stream);
        }
    }

    private long codes(String stream) {
        CodeCount count = store.get(CodeCount.class, stream);
        return count == null ? 0 : count.count();
    }

    /**
     * Returns whether nothing of the past counts: of the deeds only entries do, from now on, and the condition needs no gate. No
     * event of the past has a time of its own that is later than its stamp.
     */
    private boolean isWithoutPast(Rule rule) {
        DeedCondition deed = rule.deed();
        return deed != null
                && deed.target() != null
                && rule.condition().isWithoutPast()
                && (deed.behind() == position
                        || deed.from() != null && deed.from().isAfter(at));
    }

    private void tier(PointTiersId tiers, String uid, long minPoints) {
        String key = tierKey(tiers.account(), uid);
        store.put(key, new TierPoints(tiers.pointUid(), minPoints));
        mentioning(key + "/").forEach(this::renew);
    }

    private void renew(String stream) {
        putInForce(stream, rule(stream, Objects.requireNonNull(definition(stream), stream)));
    }

    private void link(TicketEventId event, @Nullable TicketEventDetails details) {
        String stream = event.toString();
        EventLink before = store.get(EventLink.class, stream);
        String performance = details == null ? null : details.performanceUid();
        EventLink now = performance == null || details == null ? null : new EventLink(performance, details.claimed());
        if (Objects.equals(before, now)) {
            return;
        }
        if (before != null) {
            store.remove(EventLink.class, stream);
            store.remove(PerformanceLink.class, performanceKey(event.account(), before.performanceUid()) + stream);
        }
        if (now != null) {
            store.put(stream, now);
            store.put(
                    performanceKey(event.account(), now.performanceUid()) + stream,
                    new PerformanceLink(new LinkedEvent(stream, now.identity(), position)));
        }
        if (before != null) {
            mentioning(performanceKey(event.account(), before.performanceUid())).forEach(this::renew);
        }
        if (now != null && (before == null || !before.performanceUid().equals(now.performanceUid()))) {
            mentioning(performanceKey(event.account(), now.performanceUid())).forEach(this::renew);
        }
    }

    private @Nullable Rule rule(String stream, Record definition) {
        return switch (definition) {
            case QuestDefinition quest -> rule(stream, quest);
            case RewardDefinition reward -> rule(stream, reward);
            default -> throw new IllegalArgumentException(definition.getClass().getName());
        };
    }

    private @Nullable Rule rule(String stream, QuestDefinition quest) {
        QuestDetails details = quest.details();
        DeedCondition deed = Boolean.TRUE.equals(details.isDisabled()) ? null : deed(quest);
        if (deed == null) {
            return null;
        }
        return RuleBuilder.builder().stream(stream)
                .account(quest.account())
                .version(position)
                .businessId(quest.businessId())
                .condition(Condition.of(
                        QuestAccess.requirementOf(details, quest.pointUid()), uid -> tier(quest.account(), uid)))
                .deed(deed)
                .terms(QuestTerms.of(quest.businessId(), quest.pointUid(), details))
                .build();
    }

    private FanStanding.@Nullable Tier tier(long account, @Nullable String uid) {
        TierPoints tier = uid == null ? null : store.get(TierPoints.class, tierKey(account, uid));
        return tier == null ? null : new FanStanding.Tier(tier.pointUid(), tier.minPoints());
    }

    /** Returns the deed that completes a quest; null if calls alone do. */
    private @Nullable DeedCondition deed(QuestDefinition quest) {
        QuestDetails details = quest.details();
        DeedConditionBuilder deed = DeedConditionBuilder.builder()
                .type(quest.type())
                .groups(List.of())
                .behind(0)
                .links(List.of())
                .from(details.start())
                .until(details.end());
        return switch (quest.type()) {
            case CAMPAIGN, QUICKPICKS ->
                deed.target(details.targetPageTabId())
                        .behind(details.start() == null ? quest.created() : 0)
                        .build();
            case SCAN ->
                deed.site(details.siteName())
                        .groups(details.scanGroupNames() == null ? List.of() : details.scanGroupNames())
                        .scanMin(details.scanMinTimestamp())
                        .scanMax(details.scanMaxTimestamp())
                        .links(links(quest))
                        .build();
            case WRISTBAND -> deed.links(links(quest)).build();
            case LINK_URL, CUSTOM -> null;
        };
    }

    private List<LinkedEvent> links(QuestDefinition quest) {
        String performance = quest.details().performanceUid();
        return performance == null
                ? List.of()
                : store.all(PerformanceLink.class, performanceKey(quest.account(), performance)).stream()
                        .map(each -> each.document().link())
                        .toList();
    }

    private @Nullable Rule rule(String stream, RewardDefinition reward) {
        RewardDetails details = reward.details();
        RequirementType type = details.requirementType();
        if (type == null || Boolean.TRUE.equals(details.isDisabled())) {
            return null;
        }
        return RuleBuilder.builder().stream(stream)
                .account(reward.account())
                .version(position)
                .businessId(reward.businessId())
                .condition(
                        switch (type) {
                            case FAN_POINTS -> Condition.ofPoints(reward.pointUid(), details.fanPointsRequired());
                            case POINT_TIER -> Condition.ofTier(tier(reward.account(), details.pointTierUid()));
                            case QUESTS -> Condition.ofQuests(details.requiredPageTabIds());
                        })
                .expiresAt(details.expirationTimestamp())
                .places(places(stream, reward))
                .build();
    }

    /** Returns how many fans get a reward: bounded by its limit, and by its codes if each is given once or there is none. */
    private @Nullable Long places(String stream, RewardDefinition reward) {
        RewardDetails details = reward.details();
        Long limit = details.winnerSelectionModel() == WinnerSelection.FIRST ? details.rewardLimit() : null;
        if (reward.type() != RewardType.PRIZE_CODE) {
            return limit;
        }
        long codes = codes(stream);
        if (codes > 0 && !Boolean.TRUE.equals(details.isLimited())) {
            return limit;
        }
        return limit == null ? codes : Math.min(limit, codes);
    }
}
