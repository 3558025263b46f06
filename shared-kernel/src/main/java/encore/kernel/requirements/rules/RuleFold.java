package encore.kernel.requirements.rules;

import encore.kernel.Event;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.quests.QuestType;
import encore.kernel.registrations.RegistrationDetails;
import encore.kernel.registrations.RegistrationEvent;
import encore.kernel.requirements.rules.FactStore.KeyedFact;
import encore.kernel.requirements.rules.Facts.Balance;
import encore.kernel.requirements.rules.Facts.CodeHolder;
import encore.kernel.requirements.rules.Facts.Completion;
import encore.kernel.requirements.rules.Facts.Deed;
import encore.kernel.requirements.rules.Facts.Erased;
import encore.kernel.requirements.rules.Facts.FanTags;
import encore.kernel.requirements.rules.Facts.FirstActivity;
import encore.kernel.requirements.rules.Facts.FirstLogin;
import encore.kernel.requirements.rules.Facts.FoldedStanding;
import encore.kernel.requirements.rules.Facts.FoundCode;
import encore.kernel.requirements.rules.Facts.Gate;
import encore.kernel.requirements.rules.Facts.HeldScan;
import encore.kernel.requirements.rules.Facts.Issuance;
import encore.kernel.requirements.rules.Facts.IssuanceCount;
import encore.kernel.requirements.rules.Facts.NamedTag;
import encore.kernel.requirements.rules.Facts.ReachedReward;
import encore.kernel.requirements.rules.Facts.UnnamedTag;
import encore.kernel.requirements.rules.RuleIndex.RuleEntry;
import encore.kernel.requirements.rules.RuleIndex.Trigger;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.scans.CodeEvent.CodeFound;
import encore.kernel.scans.CodeId;
import encore.kernel.scans.ScanDetails;
import encore.kernel.scans.ScanEvent.ScanRecorded;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagName;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.tickets.ticketevents.TicketEventDetailsBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Folds one event of the log into the standings and deeds of fans, and tells who meets a rule by it. Everything that it
 * knows lies in the {@link FactStore}, so the same fold serves automations, backfills, simulations and explanations.
 *
 * <p>The rules are those of the {@link RuleIndex}. A rule is silent up to its version: those who meet it there are
 * collected with {@link #collect}. From the next event on the fold tells of each fan who comes to meet it. It may tell of a
 * fan again until the completion or issuance is folded.
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
    private final Map<String, Touched> touched = new LinkedHashMap<>();

    /** The facts that are kept. */
    public enum Scope {
        /** All facts, for rules that are not known yet. */
        ALL,
        /** The facts that the rules of the index can ask for. The rules never change. */
        OF_THE_RULES
    }

    /** A rule and a fan who has another deed. */
    private record Touched(Rule rule, FanId fan) {}

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
        return fold.found.values().stream().sorted(Fulfilment.ORDER).toList();
    }

    /**
     * Returns a page of the fans who meet a rule as the documents say, in no order. A fan may come twice, alike.
     *
     * @param after the key of the last page, or null
     */
    public static Collected collect(FactStore store, Rule rule, @Nullable String after, int limit) {
        Class<? extends Record> type = rule.isQuest() ? Deed.class : Gate.class;
        String keys = rule.id() + "/";
        List<Fulfilment> met = new ArrayList<>();
        String last = null;
        long before = -1;
        List<? extends KeyedFact<? extends Record>> page = store.list(type, keys, after, limit);
        for (KeyedFact<? extends Record> each : page) {
            last = each.key();
            long fanId = Long.parseLong(last.substring(keys.length()).split("/", 2)[0]);
            Fulfilment fulfilment = fanId == before ? null : fulfilment(store, rule, fanId);
            before = fanId;
            if (fulfilment != null) {
                met.add(fulfilment);
            }
        }
        return new Collected(met, page.size() < limit ? null : last);
    }

    /**
     * A page of the fans who meet a rule.
     *
     * @param next null when it is the last
     */
    public record Collected(
            List<Fulfilment> fulfilments, @Nullable String next) {
        public Collected {
            fulfilments = List.copyOf(fulfilments);
        }
    }

    /** Returns how a fan meets a rule, as the documents say; null if it does not, has it already, or was erased. */
    public static @Nullable Fulfilment fulfilment(FactStore store, Rule rule, long fanId) {
        FanId fan = new FanId(rule.account(), fanId);
        Gate gate = store.get(Gate.class, Facts.ofRule(rule, fanId));
        if (store.get(Erased.class, Facts.fan(fan)) != null
                || isDone(store, rule, fan)
                || !meetsCondition(store, rule, fan, gate)) {
            return null;
        }
        return rule.isQuest() ? ofDeeds(store, rule, fanId, gate) : ofReward(store, rule, fan, gate);
    }

    /** Returns whether the fan meets the requirement. For points the gate says so, since balances are not kept live. */
    private static boolean meetsCondition(FactStore store, Rule rule, FanId fan, @Nullable Gate gate) {
        Condition condition = rule.condition();
        if (condition.kind() == Condition.Kind.POINTS) {
            return gate == null ? condition.points() <= 0 : gate.isOpen();
        }
        return condition.requirement().isMetBy(new FoldedStanding(store, fan));
    }

    /** Returns whether the fan has completed the quest, or got the reward. */
    public static boolean isDone(FactStore store, Rule rule, FanId fan) {
        String key = Facts.of(fan, rule.name());
        return rule.isQuest() ? store.get(Completion.class, key) != null : store.get(Issuance.class, key) != null;
    }

    /** Returns whether all places of a reward are given. */
    public static boolean isFull(FactStore store, Rule rule) {
        Long places = rule.places();
        if (places == null) {
            return false;
        }
        IssuanceCount given = store.get(IssuanceCount.class, rule.stream());
        return (given == null ? 0 : given.count()) >= places;
    }

    private static @Nullable Fulfilment ofReward(FactStore store, Rule rule, FanId fan, @Nullable Gate gate) {
        FirstLogin login = store.get(FirstLogin.class, Facts.of(fan, rule.businessId()));
        FirstActivity activity = store.get(FirstActivity.class, Facts.of(fan, rule.businessId()));
        if (login == null || activity == null) {
            return null;
        }
        Gate opened = gate == null ? new Gate(true, 0, Instant.EPOCH) : gate;
        Instant time = latest(latest(login.at(), activity.at()), opened.at());
        if (rule.expiresAt() != null && !time.isBefore(rule.expiresAt())) {
            return null;
        }
        List<Long> causes = causes(opened.position(), login.position(), activity.position());
        return new Fulfilment(rule, fan.number(), causes.getLast(), 0, time, causes);
    }

    private static @Nullable Fulfilment ofDeeds(FactStore store, Rule rule, long fanId, @Nullable Gate gate) {
        Fulfilment first = null;
        for (KeyedFact<Deed> each : store.all(Deed.class, Facts.ofRule(rule, fanId) + "/")) {
            Fulfilment by = ofDeed(rule, fanId, each.document(), gate);
            if (by != null && (first == null || Fulfilment.ORDER.compare(by, first) < 0)) {
                first = by;
            }
        }
        return first;
    }

    private static @Nullable Fulfilment ofDeed(Rule rule, long fanId, Deed deed, @Nullable Gate gate) {
        if (gate == null || gate.position() <= deed.position()) {
            return new Fulfilment(rule, fanId, deed.position(), deed.order(), deed.at(), deed.causes());
        }
        // The deed was done before the fan might do it: the quest must still be active when the fan may.
        Instant time = latest(deed.at(), gate.at());
        if (!deedOf(rule).isWithinDates(time)) {
            return null;
        }
        Set<Long> causes = new TreeSet<>(deed.causes());
        causes.add(gate.position());
        return new Fulfilment(rule, fanId, gate.position(), deed.order(), time, List.copyOf(causes));
    }

    private static DeedCondition deedOf(Rule rule) {
        return Objects.requireNonNull(rule.deed(), rule.stream());
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isBefore(other) ? other : one;
    }

    private static List<Long> causes(long... positions) {
        return LongStream.of(positions)
                .filter(each -> each > 0)
                .sorted()
                .distinct()
                .boxed()
                .toList();
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
            case ScanRecorded recorded -> scanned(recorded);
            case CodeFound codeFound -> found(codeFound);
            case TicketsEvent ticket ->
                held(
                        ticket.ticket().toString(),
                        ticket.fan(),
                        ticket.ticketEvent().toString(),
                        null);
            case RegistrationEvent registration -> registered(registration);
            case FanErased erased -> erased(erased.fan());
            default -> {}
        }
    }

    /** Tells of the fan if it meets the rule now. */
    private void evaluate(Rule rule, FanId fan) {
        if (position > rule.version() && !found.containsKey(Facts.ofRule(rule, fan.number()))) {
            Fulfilment fulfilment = fulfilment(store, rule, fan.number());
            if (fulfilment != null) {
                found.put(Facts.ofRule(rule, fan.number()), fulfilment);
            }
        }
    }

    private boolean isKept(String trigger) {
        return scope == Scope.ALL || store.has(Trigger.class, trigger);
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
        if (!isKept(RuleIndex.points(fan.account(), pointUid))) {
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
        Instant time = event.quest() == null ? at : event.quest().at();
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
            if (rule.condition().requirement().isMetBy(new FoldedStanding(store, fan))) {
                Instant time = rule.condition().quests().stream()
                        .map(each -> Objects.requireNonNull(store.get(Completion.class, Facts.of(fan, each)))
                                .at())
                        .reduce(event.at(), RuleFold::latest);
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

    /** A tag may be named behind the event that gives it, in the same commit. */
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
        if (isKept(RuleIndex.business(fan.account(), business)) && store.get(FirstLogin.class, key) == null) {
            store.put(key, new FirstLogin(position, at));
            if (store.get(FirstActivity.class, key) != null) {
                loggedInAndActive(fan, business);
            }
        }
    }

    private void active(ActivityRecorded event) {
        FanId fan = event.fan();
        Long business = event.businessId();
        if (business != null && isKept(RuleIndex.business(fan.account(), business))) {
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
            RuleIndex.find(store, RuleIndex.entry(fan.account(), campaign)).forEach(rule -> entered(rule, fan));
        }
    }

    /** Returns the time of the deed: the activity of a completion has that of the completion. */
    private Instant timeOf(ActivityRecorded event) {
        Completion completion = event.pageTabId() == null
                ? null
                : store.get(Completion.class, Facts.of(event.fan(), event.pageTabId()));
        return completion == null ? at : completion.at();
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
            Rule rule = current(each, each.document().rule());
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

    private void entered(Rule rule, FanId fan) {
        if (position <= deedOf(rule).behind() || !deedOf(rule).isWithinDates(at) || isDone(store, rule, fan)) {
            return;
        }
        String key = Facts.ofRule(rule, fan.number()) + "/entry";
        if (store.get(Deed.class, key) == null
                || meetsCondition(store, rule, fan, store.get(Gate.class, Facts.ofRule(rule, fan.number())))
                        && fulfilment(store, rule, fan.number()) == null) {
            // A later entry counts where an earlier one does not: the quest was over when the fan came to be allowed.
            store.put(key, new Deed(position, position, at, List.of(position)));
        }
        evaluate(rule, fan);
    }

    private void scanned(ScanRecorded event) {
        ScanDetails scan = event.details();
        if (scan.fgtSiteName() == null || scan.scanGroupName() == null || scan.scanTimestamp() == null) {
            return;
        }
        long account = event.scan().account();
        FoundCode foundCode = CodeId.is(event.holder()) ? store.get(FoundCode.class, event.holder()) : null;
        String holder = foundCode == null ? event.holder() : foundCode.holder();
        String ownEvent = scan.eventKey() == null
                ? null
                : TicketEventDetailsBuilder.builder()
                        .network(scan.network())
                        .eventKey(scan.eventKey())
                        .build()
                        .claimed();
        for (Rule rule : RuleIndex.find(store, RuleIndex.scan(account, scan.fgtSiteName(), scan.scanGroupName()))) {
            if (deedOf(rule).counts(scan)) {
                HeldScan held = new HeldScan(
                        rule.id(),
                        position,
                        scan.scanTimestamp(),
                        ownEvent,
                        foundCode == null ? 0 : foundCode.position());
                store.put(heldKey(holder, held), held);
                place(rule, held, holder);
            }
        }
        evaluateTouched();
    }

    private static String heldKey(String holder, HeldScan held) {
        return holder + "/" + held.rule() + "/" + held.position();
    }

    /** Makes a scan the deed of the fan who holds its code, if it is of the performance. */
    private void place(Rule rule, HeldScan held, String holder) {
        CodeHolder of = holder.startsWith("identifiers.")
                ? new CodeHolder(IdentifiersId.parse(holder).fan().number(), held.ownEvent(), null, 0)
                : store.get(CodeHolder.class, holder);
        Long linked = of == null ? null : deedOf(rule).linkedSince(of.event());
        if (of == null || linked == null) {
            return;
        }
        List<Long> causes = causes(held.position(), held.found(), of.position(), linked);
        FanId fan = new FanId(rule.account(), of.fanId());
        store.put(
                Facts.ofRule(rule, of.fanId()) + "/" + held.position(),
                new Deed(causes.getLast(), held.position(), held.at(), causes));
        touched.put(Facts.ofRule(rule, of.fanId()), new Touched(rule, fan));
    }

    /** Tells of the fans of placed scans. Several may become deeds of one fan at once: then the first scan counts. */
    private void evaluateTouched() {
        touched.values().forEach(each -> evaluate(each.rule(), each.fan()));
        touched.clear();
    }

    private void found(CodeFound event) {
        String code = event.code().toString();
        store.put(code, new FoundCode(event.holder(), position));
        for (KeyedFact<HeldScan> each : store.all(HeldScan.class, code + "/")) {
            Rule rule = current(each, each.document().rule());
            if (rule != null) {
                HeldScan before = each.document();
                HeldScan now = new HeldScan(before.rule(), before.position(), before.at(), before.ownEvent(), position);
                store.remove(HeldScan.class, each.key());
                store.put(heldKey(event.holder(), now), now);
                place(rule, now, event.holder());
            }
        }
        evaluateTouched();
    }

    /** Returns the rule of a document. Documents of rules that are not in force any more are dropped when they are met. */
    private @Nullable Rule current(KeyedFact<?> ofRule, String rule) {
        RuleEntry entry = store.get(RuleEntry.class, rule);
        if (entry == null && scope == Scope.ALL) {
            store.remove(ofRule.document().getClass(), ofRule.key());
        }
        return entry == null || !entry.isReady() ? null : entry.rule();
    }

    private void registered(RegistrationEvent event) {
        RegistrationDetails details = event.details();
        String identity = details.eventKey() == null && details.eventName() == null
                ? null
                : TicketEventDetails.claimed(
                        details.network(),
                        details.eventKey(),
                        details.eventName(),
                        details.eventDate() == null ? null : details.eventDate().toString(),
                        details.venueName());
        Instant made = details.registrationTimestamp() == null ? at : details.registrationTimestamp();
        held(event.registration().toString(), event.fan(), identity, details.lookupId() == null ? null : made);
    }

    private void held(String stream, FanId fan, @Nullable String event, @Nullable Instant lookupAt) {
        CodeHolder before = store.get(CodeHolder.class, stream);
        CodeHolder now = new CodeHolder(fan.number(), event, lookupAt, position);
        if (now.isAs(before)
                || before == null && (event == null || !isKept(RuleIndex.ticketEvent(fan.account(), event)))) {
            return;
        }
        store.put(stream, now);
        for (KeyedFact<HeldScan> each : store.all(HeldScan.class, stream + "/")) {
            Rule rule = current(each, each.document().rule());
            if (rule != null) {
                if (before != null) {
                    store.remove(
                            Deed.class,
                            Facts.ofRule(rule, before.fanId()) + "/"
                                    + each.document().position());
                }
                place(rule, each.document(), stream);
            }
        }
        evaluateTouched();
        if (before != null && before.lookupAt() != null) {
            ofWristband(fan.account(), before)
                    .forEach(rule -> store.remove(Deed.class, Facts.ofRule(rule, before.fanId()) + "/" + stream));
        }
        if (lookupAt != null) {
            for (Rule rule : ofWristband(fan.account(), now)) {
                if (deedOf(rule).isWithinDates(lookupAt)) {
                    long linked = Objects.requireNonNull(deedOf(rule).linkedSince(event));
                    List<Long> causes = causes(position, linked);
                    store.put(
                            Facts.ofRule(rule, fan.number()) + "/" + stream,
                            new Deed(causes.getLast(), position, lookupAt, causes));
                    evaluate(rule, fan);
                }
            }
        }
    }

    private List<Rule> ofWristband(long account, CodeHolder holder) {
        return holder.event() == null
                ? List.of()
                : RuleIndex.find(store, RuleIndex.ticketEvent(account, holder.event())).stream()
                        .filter(rule -> deedOf(rule).type() == QuestType.WRISTBAND)
                        .toList();
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
