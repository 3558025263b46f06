package encore.kernel.requirements.simulations;

import encore.kernel.Event;
import encore.kernel.completions.QuestTerms;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.quests.QuestEvent;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestState;
import encore.kernel.requirements.FactStore;
import encore.kernel.requirements.FactStore.KeyedFact;
import encore.kernel.requirements.Facts.Deed;
import encore.kernel.requirements.FactsInMemory;
import encore.kernel.requirements.Fulfilment;
import encore.kernel.requirements.Rule;
import encore.kernel.requirements.RuleReplay;
import encore.kernel.requirements.simulations.RuleVersions.Version;
import encore.kernel.requirements.simulations.SimulationLine.Change;
import encore.kernel.requirements.simulations.SimulationLine.SimulatedFan;
import encore.kernel.requirements.simulations.SimulationLine.SimulationEnd;
import encore.kernel.rewards.RewardEvent;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardState;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.codes.PrizeCodeEvent.PrizeCodesAdded;
import encore.kernel.time.Moment;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds who would get a quest or a reward, by the same fold as automations. It takes the log twice: first for the versions
 * of the rule and for who has it, then for the deeds and standings of fans. Only the rule itself is followed: points that
 * a quest would give meet no other rule. Used by one thread.
 *
 * <p>Feed it with the account's events of the {@link #wanted} types behind {@link #position}, and tell it with {@link
 * #reached} how far the log was read, until it {@link #isOver}.
 */
public final class RuleSimulation {

    private final SimulatedRule rule;
    private final Moment from;
    private final Instant madeAt;
    private final long until;
    private final RuleVersions versions;
    private final Holders holders;
    private final FactsInMemory facts;
    private final Deque<Version> waiting = new ArrayDeque<>();
    private final Set<Long> winners = new HashSet<>();
    private final Set<Long> erased = new HashSet<>();
    private final List<SimulationLine> lines = new ArrayList<>();
    private final Set<Long> requiredQuests = new HashSet<>();
    private @Nullable RuleReplay replay;
    private boolean isDefined;
    private boolean isOver;
    private long position;
    private long codes;
    private long places = Long.MAX_VALUE;
    private long taken;
    private long fans;
    private @Nullable Instant limitReachedAt;

    /**
     * Begins a simulation.
     *
     * @param from the moment at which the quest or reward is made, or changed
     * @param madeAt when it was made: entries count from there
     * @param until the last position that counts, at or behind {@code from}
     * @param mostFacts the most documents that it may keep
     */
    public RuleSimulation(SimulatedRule rule, Moment from, Instant madeAt, long until, long mostFacts) {
        this.rule = rule;
        this.from = from;
        this.madeAt = madeAt;
        this.until = until;
        this.versions = new RuleVersions(rule.stream(), mostFacts);
        this.holders = new Holders(rule);
        this.facts = new FactsInMemory(mostFacts);
        this.codes = rule.prizeCodes();
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
            wanted.addAll(RuleVersions.events(isQuest));
            wanted.removeIf(
                    type -> QuestEvent.class.isAssignableFrom(type) || RewardEvent.class.isAssignableFrom(type));
            if (rule.isExisting()) {
                wanted.add(isQuest ? QuestCompleted.class : RewardIssued.class);
                wanted.add(PrizeCodesAdded.class);
            }
        } else {
            wanted.addAll(WantedFacts.of(versions.all()));
        }
        return wanted;
    }

    /** Folds an event of the account, of a wanted type. */
    public void fold(Event event, long eventPosition, Instant at) {
        if (replay == null) {
            defineBefore(eventPosition);
            if (event instanceof PrizeCodesAdded added) {
                addCodes(added);
            } else if (holders.isGift(event)) {
                if (!Holders.isByHand(event)) {
                    holders.add(event, eventPosition);
                }
            } else {
                versions.fold(event, eventPosition, at);
            }
        } else {
            follow(replay, event, eventPosition, at);
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

    private void defineBefore(long eventPosition) {
        if (isDefined || eventPosition <= from.position()) {
            return;
        }
        isDefined = true;
        versions.define(definition(), from.position(), madeAt, from.at());
    }

    private Event definition() {
        QuestState quest = rule.questState();
        if (quest != null) {
            return new QuestCreated(
                    Objects.requireNonNull(rule.quest()),
                    quest.businessId(),
                    quest.questType(),
                    quest.pointUid(),
                    null,
                    quest.details());
        }
        RewardState reward = Objects.requireNonNull(rule.rewardState());
        return new RewardCreated(
                Objects.requireNonNull(rule.reward()),
                reward.businessId(),
                reward.rewardType(),
                reward.pointUid(),
                reward.details());
    }

    private void addCodes(PrizeCodesAdded added) {
        if (rule.reward() != null
                && added.codes().account() == rule.reward().account()
                && added.codes().uid().equals(rule.reward().uid())) {
            codes += added.count();
        }
    }

    private void beginReplay() {
        List<Version> all = versions.all();
        waiting.addAll(all);
        all.forEach(version -> requiredQuests.addAll(version.rule().condition().quests()));
        places = all.isEmpty() ? 0 : places(all.getFirst().rule());
        if (places == 0) {
            limitReachedAt = all.isEmpty() ? null : from.at();
        }
        replay = new RuleReplay(facts, all.stream().map(Version::rule).toList(), true);
        position = 0;
    }

    private long places(Rule version) {
        long places = version.places() == null ? Long.MAX_VALUE : version.places();
        RewardState reward = rule.rewardState();
        if (reward == null || reward.rewardType() != RewardType.PRIZE_CODE) {
            return places;
        }
        boolean isLimited = Boolean.TRUE.equals(reward.details().isLimited());
        return codes == 0 || isLimited ? Math.min(places, codes) : places;
    }

    /** Nobody else can get it, and there is nobody to compare with. */
    private boolean isFinished() {
        return !rule.isExisting() && taken >= places;
    }

    private void follow(RuleReplay following, Event event, long eventPosition, Instant at) {
        advance(following, eventPosition - 1);
        if (event instanceof FanErased gone && rule.isExisting()) {
            erased.add(gone.fan().number());
        }
        if (holders.isGift(event)) {
            if (!Holders.isByHand(event)) {
                return;
            }
            if (winners.add(Holders.fanOf(event))) {
                take(at);
            }
        }
        if (concerns(event)) {
            tell(following.fold(event, eventPosition, at), eventPosition, at);
        }
    }

    /** Completions and issuances that no version asks for are not kept. */
    private boolean concerns(Event event) {
        return switch (event) {
            case QuestCompleted completed ->
                holders.isGift(event)
                        || requiredQuests.contains(completed.completion().pageTabId());
            case RewardIssued issued -> holders.isGift(event);
            default -> true;
        };
    }

    /** Tells the first fans of the versions up to a position. */
    private void advance(RuleReplay following, long end) {
        while (!waiting.isEmpty() && waiting.getFirst().rule().version() <= end) {
            Version version = waiting.removeFirst();
            if (version.isWithoutPast()) {
                forgetDeeds(version.rule());
            }
            long made = version.rule().version();
            tell(following.advance(made), made, version.at());
        }
    }

    private void forgetDeeds(Rule version) {
        String keys = version.id() + "/";
        List<KeyedFact<Deed>> page = facts.list(Deed.class, keys, null, FactStore.PAGE);
        while (!page.isEmpty()) {
            page.forEach(each -> facts.remove(Deed.class, each.key()));
            page = facts.list(Deed.class, keys, null, FactStore.PAGE);
        }
    }

    private void tell(Collection<Fulfilment> met, long metAt, Instant at) {
        if (metAt >= versions.endedAt()) {
            return;
        }
        for (Fulfilment each : met) {
            if (taken < places && winners.add(each.fanId())) {
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
        if (taken == places) {
            limitReachedAt = at;
        }
    }

    private void end() {
        for (SimulatedFan holder : holders.all()) {
            if (!winners.contains(holder.fanId()) && !erased.contains(holder.fanId())) {
                lines.add(holder);
            }
        }
        lines.add(new SimulationEnd(fans, fans * pointsReward(), limitReachedAt));
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
