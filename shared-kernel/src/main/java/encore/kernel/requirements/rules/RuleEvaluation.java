package encore.kernel.requirements.rules;

import encore.kernel.fans.FanId;
import encore.kernel.requirements.rules.FactStore.KeyedFact;
import encore.kernel.requirements.rules.Facts.Completion;
import encore.kernel.requirements.rules.Facts.Deed;
import encore.kernel.requirements.rules.Facts.Erased;
import encore.kernel.requirements.rules.Facts.FirstActivity;
import encore.kernel.requirements.rules.Facts.FirstLogin;
import encore.kernel.requirements.rules.Facts.FoldedStanding;
import encore.kernel.requirements.rules.Facts.Gate;
import encore.kernel.requirements.rules.Facts.Issuance;
import encore.kernel.requirements.rules.Facts.IssuanceCount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Decides by the documents of a {@link RuleFold} which fans meet a rule, and since when. It changes no document. */
public final class RuleEvaluation {

    private RuleEvaluation() {}

    /**
     * Returns a page of the fans who meet a rule as the documents say, in no order. A fan may come twice.
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
        if (store.get(Erased.class, Facts.fan(fan)) != null
                || isDone(store, rule, fan)
                || !meetsCondition(store, rule, fan)) {
            return null;
        }
        Gate gate = store.get(Gate.class, Facts.ofRule(rule, fanId));
        return rule.isQuest() ? ofDeeds(store, rule, fanId, gate) : ofReward(store, rule, fan, gate);
    }

    /** Returns whether the fan has completed the quest, or got the reward. */
    public static boolean isDone(FactStore store, Rule rule, FanId fan) {
        String key = Facts.of(fan, rule.name());
        return rule.isQuest() ? store.get(Completion.class, key) != null : store.get(Issuance.class, key) != null;
    }

    /** Returns whether the fan meets the condition of a rule. For points the gate says so: balances are not kept live. */
    static boolean meetsCondition(FactStore store, Rule rule, FanId fan) {
        Condition condition = rule.condition();
        if (condition.kind() == Condition.Kind.POINTS) {
            Gate gate = store.get(Gate.class, Facts.ofRule(rule, fan.number()));
            return gate == null ? condition.points() <= 0 : gate.isOpen();
        }
        return condition.requirement().isMetBy(new FoldedStanding(store, fan));
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
        List<Long> causes = Fulfilment.causesOf(opened.position(), login.position(), activity.position());
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
        if (!rule.requiredDeed().isWithinDates(time)) {
            return null;
        }
        Set<Long> causes = new TreeSet<>(deed.causes());
        causes.add(gate.position());
        return new Fulfilment(rule, fanId, gate.position(), deed.order(), time, List.copyOf(causes));
    }

    static Instant latest(Instant one, Instant other) {
        return one.isBefore(other) ? other : one;
    }
}
