package encore.kernel.requirements.rules;

import encore.kernel.Event;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.registrations.RegistrationEvent;
import encore.kernel.requirements.rules.FactStore.KeyedFact;
import encore.kernel.requirements.rules.Facts.Balance;
import encore.kernel.requirements.rules.Facts.Completion;
import encore.kernel.requirements.rules.Facts.Deed;
import encore.kernel.requirements.rules.Facts.Erased;
import encore.kernel.requirements.rules.Facts.FanTags;
import encore.kernel.requirements.rules.Facts.FirstActivity;
import encore.kernel.requirements.rules.Facts.FirstLogin;
import encore.kernel.requirements.rules.Facts.Gate;
import encore.kernel.requirements.rules.Facts.Issuance;
import encore.kernel.requirements.rules.Facts.IssuanceCount;
import encore.kernel.requirements.rules.Facts.NamedTag;
import encore.kernel.requirements.rules.Facts.ReachedReward;
import encore.kernel.requirements.rules.Facts.UnnamedTag;
import encore.kernel.requirements.rules.RuleIndex.RuleEntry;
import encore.kernel.requirements.rules.RuleIndex.Trigger;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.scans.CodeEvent.CodeFound;
import encore.kernel.scans.ScanEvent.ScanRecorded;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagName;
import encore.kernel.tickets.TicketsEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Folds one event of the log into the standings and deeds of fans, and answers the fans who meet a rule by it. It keeps
 * its documents in a {@link FactStore} and nothing else, so the same fold serves automations, backfills, simulations and
 * explanations.
 *
 * <p>Events count in the order of the log. Their dates are compared at the time of the deed: an award or an entry may have a
 * time of its own that is earlier than its stamp (ADR 160).
 *
 * <p>The rules are those of the {@link RuleIndex}. A rule is silent up to its version: the fans who meet it there are
 * collected with {@link RuleEvaluation#collect}. From the next event on the fold answers each fan who comes to meet it. It
 * may answer a fan again until the completion or issuance is folded.
 */
public final class RuleFold {

    /** The events that are folded, besides those of {@link RuleBook}. */
    public static final Set<Class<? extends Event>> EVENTS_OF_REWARDS = Set.of(
            PointsAwarded.class,
            QuestCompleted.class,
            RewardIssued.class,
            FanSessionOpened.class,
            ActivityRecorded.class,
            FanErased.class);

    /** The events of quests, besides those of {@link RuleBook}. */
    public static final Set<Class<? extends Event>> EVENTS_OF_QUESTS = Set.of(
            PointsAwarded.class,
            QuestCompleted.class,
            FanTagsChanged.class,
            TagMade.class,
            ActivityRecorded.class,
            ScanRecorded.class,
            CodeFound.class,
            RegistrationEvent.RegistrationRecorded.class,
            RegistrationEvent.RegistrationChanged.class,
            TicketsEvent.TicketRecorded.class,
            TicketsEvent.TicketChanged.class,
            TicketsEvent.TicketCompleted.class,
            FanErased.class);

    private final FactStore store;
    private final Scope scope;
    private final long position;
    private final Instant at;
    private final Map<String, Fulfilment> found = new LinkedHashMap<>();

    /** The facts that are kept. */
    public enum Scope {
        /** All facts, for rules that are not known yet. */
        ALL,
        /** The facts that the rules of the index can ask for. The rules never change. */
        OF_THE_RULES;

        /** Returns whether the facts are kept that concern the rules of a trigger. */
        boolean keeps(FactStore store, String trigger) {
            return this == ALL || store.has(Trigger.class, trigger);
        }

        /** Returns the rule of a document. Documents of rules that are not in force any more are dropped when they are met. */
        @Nullable
        Rule current(FactStore store, KeyedFact<?> ofRule, String rule) {
            RuleEntry entry = store.get(RuleEntry.class, rule);
            if (entry == null && this == ALL) {
                store.remove(ofRule.document().getClass(), ofRule.key());
            }
            return entry == null || !entry.isReady() ? null : entry.rule();
        }
    }

    private RuleFold(FactStore store, Scope scope, long position, Instant at) {
        this.store = store;
        this.scope = scope;
        this.position = position;
        this.at = at;
    }

    /**
     * Folds an event.
     *
     * @param position its position
     * @param at its stamp
     * @return the fans who meet a rule by it, in the order of their deeds
     */
    public static List<Fulfilment> fold(FactStore store, Scope scope, Event event, long position, Instant at) {
        RuleFold fold = new RuleFold(store, scope, position, at);
        fold.on(event);
        // Most events meet no rule.
        return fold.found.isEmpty()
                ? List.of()
                : fold.found.values().stream().sorted(Fulfilment.ORDER).toList();
    }

    private void on(Event event) {
        switch (event) {
            case PointsAwarded awarded -> awarded(awarded);
            case QuestCompleted completed -> completed(completed);
            case RewardIssued issued -> issued(issued);
            case FanTagsChanged changed -> tagged(changed);
            case TagMade made -> named(made);
            case FanSessionOpened opened ->
                loggedIn(opened.logins().fan(), opened.details().businessId());
            case ActivityRecorded recorded -> active(recorded);
            case FanErased erased -> erased(erased.fan());
            default ->
                new ScanFold(store, scope, position, at).fold(event).forEach(each -> evaluate(each.rule(), each.fan()));
        }
    }

    /** Adds the fan if it meets the rule now. */
    private void evaluate(Rule rule, FanId fan) {
        if (position > rule.version() && !found.containsKey(Facts.ofRule(rule, fan.number()))) {
            Fulfilment fulfilment = RuleEvaluation.fulfilment(store, rule, fan.number());
            if (fulfilment != null) {
                found.put(Facts.ofRule(rule, fan.number()), fulfilment);
            }
        }
    }

    private void open(Rule rule, FanId fan, Instant time) {
        store.put(Facts.ofRule(rule, fan.number()), new Gate(true, position, time));
        if (isRewardForPoints(rule) && !isLoggedInAndActive(fan, rule.businessId())) {
            store.put(Facts.of(fan, rule.id()), new ReachedReward(rule.id()));
        }
        evaluate(rule, fan);
    }

    private void close(Rule rule, FanId fan, Instant time) {
        store.put(Facts.ofRule(rule, fan.number()), new Gate(false, position, time));
        if (isRewardForPoints(rule) && !isLoggedInAndActive(fan, rule.businessId())) {
            store.remove(ReachedReward.class, Facts.of(fan, rule.id()));
        }
    }

    private static boolean isRewardForPoints(Rule rule) {
        return !rule.isQuest() && rule.condition().kind() == Condition.Kind.POINTS;
    }

    private boolean isLoggedInAndActive(FanId fan, long business) {
        String key = Facts.of(fan, business);
        return store.get(FirstLogin.class, key) != null && store.get(FirstActivity.class, key) != null;
    }

    private void awarded(PointsAwarded event) {
        FanId fan = event.ledger().fan();
        String pointUid = event.ledger().pointUid();
        if (!scope.keeps(store, RuleIndex.points(fan.account(), pointUid))) {
            return;
        }
        Long stated = event.balance();
        long now = stated == null ? balance(fan, pointUid) + event.count() : stated;
        long old = now - event.count();
        // Live, most awards pass no threshold, and a document for each would cost as much as the award.
        if (stated == null || scope == Scope.OF_THE_RULES) {
            store.put(Facts.of(fan, pointUid), new Balance(now, position));
        }
        if (now == old) {
            return;
        }
        // An award of a completion has the time of the deed that completed the quest.
        Instant time = event.quest() == null ? event.timeOf(at) : event.quest().at();
        List<Rule> passed = RuleIndex.between(store, fan.account(), pointUid, Math.min(old, now), Math.max(old, now));
        for (Rule rule : passed) {
            if (now > old) {
                open(rule, fan, time);
            } else {
                close(rule, fan, time);
            }
        }
    }

    private long balance(FanId fan, String pointUid) {
        Balance balance = store.get(Balance.class, Facts.of(fan, pointUid));
        return balance == null ? 0 : balance.points();
    }

    private void completed(QuestCompleted event) {
        FanId fan = event.completion().fan();
        long quest = event.completion().pageTabId();
        String key = Facts.of(fan, quest);
        if (store.get(Completion.class, key) != null) {
            return;
        }
        store.put(key, new Completion(position, event.at()));
        for (Rule rule : RuleIndex.find(store, RuleIndex.completed(fan.account(), quest))) {
            if (RuleEvaluation.meetsCondition(store, rule, fan)) {
                Instant time = rule.condition().quests().stream()
                        .map(each -> Objects.requireNonNull(store.get(Completion.class, Facts.of(fan, each)))
                                .at())
                        .reduce(event.at(), RuleEvaluation::latest);
                open(rule, fan, time);
            }
        }
    }

    private void issued(RewardIssued event) {
        String key = Facts.of(event.fan(), event.reward().uid());
        if (store.get(Issuance.class, key) == null) {
            store.put(key, new Issuance(position));
            String reward = event.reward().toString();
            IssuanceCount before = store.get(IssuanceCount.class, reward);
            store.put(reward, new IssuanceCount(before == null ? 1 : before.count() + 1));
        }
    }

    private void tagged(FanTagsChanged event) {
        FanId fan = event.fan();
        FanTags before = store.get(FanTags.class, Facts.fan(fan));
        Set<Long> tags = new TreeSet<>(before == null ? List.of() : before.ids());
        List<Long> added = event.added().stream().filter(tags::add).toList();
        List<Long> removed = event.removed().stream().filter(tags::remove).toList();
        store.put(Facts.fan(fan), new FanTags(List.copyOf(tags)));
        for (long tag : added) {
            NamedTag named = store.get(NamedTag.class, fan.account() + "." + tag);
            if (named == null) {
                store.put(fan.account() + "." + tag + "/" + fan.number(), new UnnamedTag(position, at));
            } else {
                ofTag(fan, named.name()).forEach(rule -> open(rule, fan, at));
            }
        }
        for (long tag : removed) {
            NamedTag named = store.get(NamedTag.class, fan.account() + "." + tag);
            if (named == null) {
                store.remove(UnnamedTag.class, fan.account() + "." + tag + "/" + fan.number());
            } else {
                ofTag(fan, named.name()).forEach(rule -> close(rule, fan, at));
            }
        }
    }

    private List<Rule> ofTag(FanId fan, String name) {
        return RuleIndex.find(store, RuleIndex.tag(fan.account(), name));
    }

    /** The event that names a tag may come after the one that gives it to a fan, in the same commit. */
    private void named(TagMade event) {
        long account = event.tag().account();
        String key = account + "." + event.tag().number();
        String name = TagName.of(event.name()).claimed();
        store.put(key, new NamedTag(name));
        for (KeyedFact<UnnamedTag> waiting : store.all(UnnamedTag.class, key + "/")) {
            store.remove(UnnamedTag.class, waiting.key());
            FanId fan = new FanId(account, Long.parseLong(waiting.key().substring(key.length() + 1)));
            ofTag(fan, name).forEach(rule -> open(rule, fan, waiting.document().at()));
        }
    }

    private void loggedIn(FanId fan, long business) {
        String key = Facts.of(fan, business);
        if (scope.keeps(store, RuleIndex.business(fan.account(), business))
                && store.get(FirstLogin.class, key) == null) {
            store.put(key, new FirstLogin(position, at));
            if (store.get(FirstActivity.class, key) != null) {
                loggedInAndActive(fan, business);
            }
        }
    }

    private void active(ActivityRecorded event) {
        FanId fan = event.fan();
        Long business = event.businessId();
        if (business != null && scope.keeps(store, RuleIndex.business(fan.account(), business))) {
            String key = Facts.of(fan, business);
            if (store.get(FirstActivity.class, key) == null) {
                store.put(key, new FirstActivity(position, timeOf(event)));
                if (store.get(FirstLogin.class, key) != null) {
                    loggedInAndActive(fan, business);
                }
            }
        }
        Long campaign = event.pageTabId();
        if (campaign != null) {
            RuleIndex.find(store, RuleIndex.entry(fan.account(), campaign))
                    .forEach(rule -> entered(rule, fan, event.timeOf(at)));
        }
    }

    /** Returns the time of the deed: the activity of a completion has that of the completion. */
    private Instant timeOf(ActivityRecorded event) {
        Completion completion = event.pageTabId() == null
                ? null
                : store.get(Completion.class, Facts.of(event.fan(), event.pageTabId()));
        return completion == null ? event.timeOf(at) : completion.at();
    }

    /** The last of login and activity: the fan may meet the rules whose conditions it meets already. */
    private void loggedInAndActive(FanId fan, long business) {
        String keys = Facts.fan(fan) + "/";
        long account = fan.account();
        Map<String, Rule> met = new LinkedHashMap<>();
        for (Rule rule : RuleIndex.find(store, RuleIndex.withoutPoints(account, business))) {
            String key = Facts.ofRule(rule, fan.number());
            Gate gate = store.get(Gate.class, key);
            if (gate == null) {
                // The balance has never passed the threshold. Then no event is the cause.
                store.put(key, new Gate(true, 0, Instant.EPOCH));
            }
            if (gate == null || gate.isOpen()) {
                met.put(rule.id(), rule);
            }
        }
        for (KeyedFact<ReachedReward> each : store.all(ReachedReward.class, keys)) {
            Rule rule = scope.current(store, each, each.document().rule());
            if (rule != null && rule.businessId() == business) {
                store.remove(ReachedReward.class, each.key());
                met.put(rule.id(), rule);
            }
        }
        if (scope == Scope.ALL) {
            reachedByBalances(fan).forEach(rule -> met.put(rule.id(), rule));
        }
        for (KeyedFact<Completion> each : store.all(Completion.class, keys)) {
            long quest = Long.parseLong(each.key().substring(keys.length()));
            RuleIndex.find(store, RuleIndex.completed(account, quest)).forEach(rule -> met.put(rule.id(), rule));
        }
        for (Rule rule : met.values()) {
            if (rule.businessId() == business && !rule.isQuest()) {
                evaluate(rule, fan);
            }
        }
    }

    /** Where an earlier build wrote the balance of each award, no document says which rewards were reached by it. */
    private List<Rule> reachedByBalances(FanId fan) {
        String keys = Facts.fan(fan) + "/";
        List<Rule> reached = new ArrayList<>();
        for (KeyedFact<Balance> each : store.all(Balance.class, keys)) {
            String pointUid = each.key().substring(keys.length());
            long points = each.document().points();
            reached.addAll(RuleIndex.between(store, fan.account(), pointUid, Long.MIN_VALUE, points));
        }
        return reached;
    }

    private void entered(Rule rule, FanId fan, Instant time) {
        if (position <= rule.requiredDeed().behind()
                || !rule.requiredDeed().isWithinDates(time)
                || RuleEvaluation.isDone(store, rule, fan)) {
            return;
        }
        String key = Facts.deed(rule, fan.number(), "entry");
        if (store.get(Deed.class, key) == null
                || RuleEvaluation.meetsCondition(store, rule, fan)
                        && RuleEvaluation.fulfilment(store, rule, fan.number()) == null) {
            // A later entry counts where an earlier one does not: the quest was over when the fan came to be allowed.
            store.put(key, new Deed(position, position, time, List.of(position)));
        }
        evaluate(rule, fan);
    }

    private void erased(FanId fan) {
        store.put(Facts.fan(fan), new Erased(position));
        store.remove(FanTags.class, Facts.fan(fan));
        String keys = Facts.fan(fan) + "/";
        for (Class<? extends Record> type : List.of(
                Balance.class,
                ReachedReward.class,
                Completion.class,
                Issuance.class,
                FirstLogin.class,
                FirstActivity.class)) {
            store.all(type, keys).forEach(each -> store.remove(type, each.key()));
        }
    }
}
