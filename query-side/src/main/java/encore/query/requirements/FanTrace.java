package encore.query.requirements;

import static encore.kernel.requirements.explanations.Explanation.Part.ACTIVITY;
import static encore.kernel.requirements.explanations.Explanation.Part.DEED;
import static encore.kernel.requirements.explanations.Explanation.Part.LOGIN;
import static encore.kernel.requirements.explanations.Explanation.Part.REQUIREMENT;

import encore.kernel.Event;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.requirements.explanations.Explanation.ConditionState;
import encore.kernel.requirements.rules.Condition;
import encore.kernel.requirements.rules.FactStore.KeyedFact;
import encore.kernel.requirements.rules.Facts;
import encore.kernel.requirements.rules.Facts.Deed;
import encore.kernel.requirements.rules.Facts.FirstActivity;
import encore.kernel.requirements.rules.Facts.FirstLogin;
import encore.kernel.requirements.rules.Facts.FoldedStanding;
import encore.kernel.requirements.rules.Facts.Gate;
import encore.kernel.requirements.rules.FactsInMemory;
import encore.kernel.requirements.rules.Fulfilment;
import encore.kernel.requirements.rules.Rule;
import encore.kernel.requirements.rules.RuleEvaluation;
import encore.kernel.requirements.rules.RuleFold;
import encore.kernel.requirements.rules.RuleFold.Scope;
import encore.kernel.requirements.rules.RuleIndex;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Folds what one fan did for one version of a rule, and says which parts are met. */
final class FanTrace {

    private final Rule rule;
    private final FanId fan;
    private final FactsInMemory facts;

    FanTrace(Rule rule, FanId fan, long mostFacts) {
        this.rule = rule;
        this.fan = fan;
        this.facts = new FactsInMemory(mostFacts);
        RuleIndex.put(facts, rule, true);
    }

    void fold(Event event, long position, Instant at) {
        if (concernsTheFan(event)) {
            RuleFold.fold(facts, Scope.OF_THE_RULES, event, position, at);
        }
    }

    /** Scans, codes, tickets and registrations are folded for all: the fan may come to hold them. */
    private boolean concernsTheFan(Event event) {
        return switch (event) {
            case PointsAwarded awarded -> awarded.ledger().fan().equals(fan);
            case QuestCompleted completed -> completed.completion().fan().equals(fan);
            case FanTagsChanged changed -> changed.fan().equals(fan);
            case FanSessionOpened opened -> opened.logins().fan().equals(fan);
            case ActivityRecorded recorded -> recorded.fan().equals(fan);
            case RewardIssued issued -> false;
            default -> true;
        };
    }

    /** Returns the position at which the fan came to meet the rule, not before the version; null if the fan does not meet it. */
    @Nullable
    Long metPosition() {
        Fulfilment fulfilment = RuleEvaluation.fulfilment(facts, rule, fan.number());
        return fulfilment == null ? null : Long.valueOf(Math.max(fulfilment.position(), rule.version()));
    }

    /** Returns the parts in the order in which they are asked. */
    List<ConditionState> conditions() {
        List<ConditionState> conditions = new ArrayList<>();
        if (rule.condition().kind() != Condition.Kind.NONE) {
            conditions.add(requirement());
        }
        if (rule.isQuest()) {
            conditions.add(deed());
        } else {
            conditions.add(login());
            conditions.add(activity());
        }
        return conditions;
    }

    private ConditionState requirement() {
        String reason = reason();
        if (!rule.condition().requirement().isMetBy(new FoldedStanding(facts, fan))) {
            return ConditionState.of(REQUIREMENT, false, reason);
        }
        Gate gate = facts.get(Gate.class, Facts.ofRule(rule, fan.number()));
        return gate == null || gate.position() == 0
                ? ConditionState.of(REQUIREMENT, true, reason)
                : ConditionState.since(REQUIREMENT, gate.position(), gate.at(), reason);
    }

    private String reason() {
        Condition condition = rule.condition();
        FoldedStanding standing = new FoldedStanding(facts, fan);
        return switch (condition.kind()) {
            case NONE -> "Nothing is required.";
            case NEVER -> "Nobody can meet the requirement: what it names is missing.";
            case POINTS ->
                "The fan has " + standing.balance(Objects.requireNonNull(condition.pointUid())) + " points of "
                        + condition.points() + ".";
            case TAG -> {
                String tag = Objects.requireNonNull(condition.tag());
                yield "The fan " + (standing.hasTag(tag) ? "has" : "lacks") + " the tag " + tag + ".";
            }
            case QUESTS -> ofQuests(condition.quests(), standing);
        };
    }

    private static String ofQuests(List<Long> quests, FoldedStanding standing) {
        Optional<Long> missing =
                quests.stream().filter(quest -> !standing.hasCompleted(quest)).findFirst();
        long completed = quests.stream().filter(standing::hasCompleted).count();
        String sentence = "The fan has completed " + completed + " of " + quests.size() + " quests.";
        return missing.map(quest -> sentence + " Quest " + quest + " is missing.")
                .orElse(sentence);
    }

    private ConditionState login() {
        FirstLogin login = facts.get(FirstLogin.class, Facts.of(fan, rule.businessId()));
        return login == null
                ? ConditionState.of(LOGIN, false, "The fan has had no session at the business.")
                : ConditionState.since(
                        LOGIN, login.position(), login.at(), "The fan has had a session at the business.");
    }

    private ConditionState activity() {
        FirstActivity activity = facts.get(FirstActivity.class, Facts.of(fan, rule.businessId()));
        return activity == null
                ? ConditionState.of(ACTIVITY, false, "The fan has no activity at the business.")
                : ConditionState.since(
                        ACTIVITY, activity.position(), activity.at(), "The fan has an activity at the business.");
    }

    private ConditionState deed() {
        Deed deed = firstDeed();
        return deed == null
                ? ConditionState.of(DEED, false, "The fan has done no deed that counts.")
                : ConditionState.since(DEED, deed.position(), deed.at(), "The fan has done a deed that counts.");
    }

    private @Nullable Deed firstDeed() {
        return facts.all(Deed.class, Facts.ofRule(rule, fan.number()) + "/").stream()
                .map(KeyedFact::document)
                .min(Comparator.comparingLong(Deed::position).thenComparingLong(Deed::order))
                .orElse(null);
    }
}
