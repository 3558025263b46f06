package encore.kernel.requirements.simulations;

import encore.kernel.Event;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.requirements.simulations.SimulationLine.Change;
import encore.kernel.requirements.simulations.SimulationLine.SimulatedFan;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The fans who have an existing quest or reward by its rule. Those who have it by a call or by hand are kept apart. */
final class Holders {

    private final SimulatedRule rule;
    private final Map<Long, SimulatedFan> byRule = new LinkedHashMap<>();

    Holders(SimulatedRule rule) {
        this.rule = rule;
    }

    /** Returns whether an event gives the quest or reward to a fan. */
    boolean isGift(Event event) {
        return rule.isExisting()
                && switch (event) {
                    case QuestCompleted completed ->
                        completed.completion().quest().equals(rule.quest());
                    case RewardIssued issued -> issued.reward().equals(rule.reward());
                    default -> false;
                };
    }

    /** Returns whether a gift was made by a call or by hand, whatever the rule. */
    static boolean isByHand(Event gift) {
        return switch (gift) {
            case QuestCompleted completed -> completed.causes().isEmpty();
            case RewardIssued issued -> issued.isByHand();
            default -> false;
        };
    }

    static long fanOf(Event gift) {
        return switch (gift) {
            case QuestCompleted completed -> completed.completion().fanId();
            case RewardIssued issued -> issued.fanId();
            default -> 0;
        };
    }

    /** Takes in a gift by the rule. */
    void add(Event gift, long position) {
        switch (gift) {
            case QuestCompleted completed ->
                byRule.putIfAbsent(
                        fanOf(gift),
                        new SimulatedFan(fanOf(gift), position, completed.at(), completed.causes(), Change.LOST));
            case RewardIssued issued ->
                byRule.putIfAbsent(
                        fanOf(gift),
                        new SimulatedFan(fanOf(gift), position, issued.at(), issued.causes(), Change.LOST));
            default -> {}
        }
    }

    boolean has(long fanId) {
        return byRule.containsKey(fanId);
    }

    int count() {
        return byRule.size();
    }

    /** Returns the fans in the order in which they got it, each as a lost one. */
    Collection<SimulatedFan> all() {
        return byRule.values();
    }
}
