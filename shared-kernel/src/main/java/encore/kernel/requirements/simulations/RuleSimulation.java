package encore.kernel.requirements.simulations;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.completions.QuestTerms;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestEvent;
import encore.kernel.quests.QuestEvent.QuestChanged;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestState;
import encore.kernel.requirements.rules.FactsInMemory;
import encore.kernel.requirements.rules.Fulfilment;
import encore.kernel.requirements.rules.Rule;
import encore.kernel.requirements.rules.RuleBook;
import encore.kernel.requirements.rules.RuleHistory;
import encore.kernel.requirements.rules.RuleReplay;
import encore.kernel.requirements.rules.RuleReplay.Span;
import encore.kernel.requirements.simulations.SimulationLine.Change;
import encore.kernel.requirements.simulations.SimulationLine.SimulatedFan;
import encore.kernel.requirements.simulations.SimulationLine.SimulationEnd;
import encore.kernel.rewards.RewardEvent;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardState;
import encore.kernel.rewards.codes.PrizeCodeEvent.PrizeCodesAdded;
import encore.kernel.rewards.codes.PrizeCodesId;
import encore.kernel.time.Moment;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fans who would get a quest or a reward, by the same fold as automations. It takes the log twice: first for the
 * versions of the rule and the fans who have it, then for the deeds and standings of fans. Only the rule itself is
 * followed: points that a quest would give meet no other rule. Used by one thread.
 *
 * <p>Feed it with the account's events of the {@link #wanted} types after {@link #position}, and advance it with {@link
 * #reached} how far the log was read, until it {@link #isOver}.
 */
public final class RuleSimulation {

    private final SimulatedRule rule;
    private final Moment from;
    private final long created;
    private final long until;
    private final RuleHistory history;
    private final Holders holders;
    private final FactsInMemory facts;
    private final Map<Long, Instant> stamps = new HashMap<>();
    private final Deque<Span> waiting = new ArrayDeque<>();
    private final Set<Long> requiredQuests = new HashSet<>();
    private final Set<Long> winners = new HashSet<>();
    private final Set<Long> erased = new HashSet<>();
    private final List<SimulationLine> lines = new ArrayList<>();
    private @Nullable RuleReplay replay;
    private boolean isCreated;
    private boolean isDefined;
    private boolean isOver;
    private long position;
    private long taken;
    private long fans;
    private @Nullable Instant lastTakenAt;

    /**
     * Begins a simulation.
     *
     * @param from the moment at which the quest or reward is made, or changed
     * @param created the position of its creation, from which on entries count
     * @param until the last position that counts, at or after {@code from}
     * @param mostFacts the most documents that it may keep
     */
    public RuleSimulation(SimulatedRule rule, Moment from, long created, long until, long mostFacts) {
        this.rule = rule;
        this.from = from;
        this.created = rule.quest() == null ? from.position() : Math.min(created, from.position());
        this.until = until;
        this.history = new RuleHistory(mostFacts);
        this.holders = new Holders(rule);
        this.facts = new FactsInMemory(mostFacts);
        reached(0);
    }

    public boolean isOver() {
        return isOver;
    }

    /** Returns the position up to which the log is read, the first or the second time. */
    public long position() {
        return position;
    }

    /** Returns the last position that is wanted. */
    public long until() {
        return until;
    }

    /** Returns the lines up to here. The last one is the end, once it is over. The caller may remove what it has read. */
    public List<SimulationLine> lines() {
        return lines;
    }

    /** Returns the types of the events that are wanted now. */
    public Set<Class<?>> wanted() {
        boolean isQuest = rule.quest() != null;
        Set<Class<?>> wanted = new HashSet<>();
        if (replay == null) {
            wanted.addAll(isQuest ? RuleBook.EVENTS_OF_QUESTS : RuleBook.EVENTS_OF_REWARDS);
            wanted.removeIf(
                    type -> QuestEvent.class.isAssignableFrom(type) || RewardEvent.class.isAssignableFrom(type));
            if (rule.isExisting()) {
                wanted.add(isQuest ? QuestCompleted.class : RewardIssued.class);
            }
        } else {
            wanted.addAll(WantedFacts.of(
                    history.of(rule.stream()).stream().map(Span::rule).toList()));
        }
        return wanted;
    }

    /** Folds an event of the account, of a wanted type. */
    public void fold(Event event, long eventPosition, Instant at) {
        if (replay != null) {
            follow(replay, event, eventPosition, at);
        } else {
            defineBefore(eventPosition);
            if (!holders.isGift(event)) {
                define(event, eventPosition, at);
            } else if (!Holders.isByHand(event)) {
                holders.add(event, eventPosition);
            }
        }
        position = eventPosition;
    }

    /** Takes note that no wanted event is left up to a position. */
    public void reached(long end) {
        position = end;
        if (replay == null) {
            if (end < until) {
                return;
            }
            defineBefore(Long.MAX_VALUE);
            beginReplay();
        }
        if (replay != null && (position >= until || isFinished())) {
            advance(replay, until);
            end();
        }
    }

    /** Folds the creation and the definition in their places. Between the two there is no rule. */
    private void defineBefore(long eventPosition) {
        if (!isCreated && created < eventPosition) {
            isCreated = true;
            addPrizeCodes();
            define(creation(), created, from.at());
        }
        if (!isDefined && from.position() < eventPosition) {
            isDefined = true;
            QuestId quest = rule.quest();
            if (quest != null && created != from.position()) {
                define(
                        QuestChanged.of(quest, Patch.between(switchedOff(), quest().details())),
                        from.position(),
                        from.at());
            }
        }
    }

    private void addPrizeCodes() {
        RewardId reward = rule.reward();
        if (reward != null && rule.prizeCodes() > 0) {
            PrizeCodesId codes = PrizeCodesId.of(reward);
            define(new PrizeCodesAdded(codes, 0, Math.toIntExact(rule.prizeCodes()), null), created, from.at());
        }
    }

    private void define(Event event, long eventPosition, Instant at) {
        if (!history.fold(event, eventPosition, at).begun().isEmpty()) {
            stamps.put(eventPosition, at);
        }
    }

    private QuestState quest() {
        return Objects.requireNonNull(rule.questState());
    }

    private QuestDetails switchedOff() {
        return QuestDetailsBuilder.builder(quest().details()).isDisabled(true).build();
    }

    private Event creation() {
        QuestId quest = rule.quest();
        if (quest != null) {
            return new QuestCreated(
                    quest,
                    quest().businessId(),
                    quest().questType(),
                    quest().pointUid(),
                    null,
                    created == from.position() ? quest().details() : switchedOff());
        }
        RewardState reward = Objects.requireNonNull(rule.rewardState());
        return new RewardCreated(
                Objects.requireNonNull(rule.reward()),
                reward.businessId(),
                reward.rewardType(),
                reward.pointUid(),
                reward.details());
    }

    private void beginReplay() {
        List<Span> spans = history.of(rule.stream());
        waiting.addAll(spans);
        spans.forEach(span -> requiredQuests.addAll(span.rule().condition().quests()));
        replay = new RuleReplay(facts, spans);
        position = 0;
    }

    private static boolean hasPlace(Rule version, long taken) {
        return version.places() == null || taken < version.places();
    }

    /** Returns whether the last version has a place left. */
    private boolean hasPlace() {
        List<Span> versions = history.of(rule.stream());
        return !versions.isEmpty() && hasPlace(versions.getLast().rule(), taken);
    }

    /** Nobody else can get it, and there is nobody to compare with. */
    private boolean isFinished() {
        return !rule.isExisting() && !hasPlace();
    }

    private void follow(RuleReplay following, Event event, long eventPosition, Instant at) {
        advance(following, eventPosition - 1);
        switch (event) {
            case RewardIssued issued -> followGift(following, event, eventPosition, at);
            case QuestCompleted completed when holders.isGift(event) -> followGift(following, event, eventPosition, at);
            case QuestCompleted completed when !isAskedFor(completed) -> {}
            default -> {
                if (event instanceof FanErased gone && rule.isExisting()) {
                    erased.add(gone.fan().number());
                }
                report(following.fold(event, eventPosition, at), at);
            }
        }
    }

    /** Other completions are not kept. The time of the first activity at the business may be that of a completion. */
    private boolean isAskedFor(QuestCompleted completed) {
        return requiredQuests.contains(completed.completion().pageTabId())
                || rule.reward() != null && completed.businessId() == rule.businessId();
    }

    /** A gift by hand is by no rule, and takes a place. Other rewards are not kept. */
    private void followGift(RuleReplay following, Event gift, long eventPosition, Instant at) {
        if (holders.isGift(gift) && Holders.isByHand(gift)) {
            if (winners.add(Holders.fanOf(gift))) {
                take(at);
            }
            report(following.fold(gift, eventPosition, at), at);
        }
    }

    /** Reports the first fans of the versions up to a position. */
    private void advance(RuleReplay following, long end) {
        while (!waiting.isEmpty() && waiting.getFirst().rule().version() <= end) {
            long version = waiting.removeFirst().rule().version();
            report(following.advance(version), stamps.getOrDefault(version, from.at()));
        }
    }

    private void report(Collection<Fulfilment> met, Instant at) {
        for (Fulfilment each : met) {
            if (hasPlace(each.rule(), taken) && winners.add(each.fanId())) {
                take(at);
                fans++;
                lines.add(new SimulatedFan(each.fanId(), each.position(), each.at(), each.causes(), change(each)));
            }
        }
    }

    private @Nullable Change change(Fulfilment met) {
        if (!rule.isExisting()) {
            return null;
        }
        return holders.has(met.fanId()) ? Change.KEPT : Change.GAINED;
    }

    private void take(Instant at) {
        taken++;
        lastTakenAt = at;
    }

    private void end() {
        for (SimulatedFan holder : holders.all()) {
            if (!winners.contains(holder.fanId()) && !erased.contains(holder.fanId())) {
                lines.add(holder);
            }
        }
        lines.add(new SimulationEnd(fans, fans * pointsReward(), hasPlace() ? null : lastTakenAt));
        isOver = true;
    }

    private long pointsReward() {
        QuestState quest = rule.questState();
        Long points = quest == null
                ? null
                : QuestTerms.of(quest.businessId(), quest.pointUid(), quest.details())
                        .pointsReward();
        return points == null ? 0 : points;
    }
}
