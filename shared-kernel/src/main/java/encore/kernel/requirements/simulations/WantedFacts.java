package encore.kernel.requirements.simulations;

import encore.kernel.Event;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.requirements.rules.Condition;
import encore.kernel.requirements.rules.DeedCondition;
import encore.kernel.requirements.rules.Rule;
import encore.kernel.requirements.rules.RuleFold;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import encore.kernel.tags.TagEvent.TagMade;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** The events that can meet the versions of a rule. The others need not be decoded. */
public final class WantedFacts {

    private WantedFacts() {}

    public static Set<Class<? extends Event>> of(Collection<Rule> versions) {
        Set<Class<? extends Event>> wanted = new HashSet<>(Set.of(FanErased.class));
        versions.forEach(version -> add(version, wanted));
        return wanted;
    }

    private static void add(Rule rule, Set<Class<? extends Event>> wanted) {
        wanted.add(rule.isQuest() ? QuestCompleted.class : RewardIssued.class);
        Condition condition = rule.condition();
        switch (condition.kind()) {
            case POINTS -> wanted.add(PointsAwarded.class);
            case QUESTS -> wanted.add(QuestCompleted.class);
            case TAG -> wanted.addAll(Set.of(FanTagsChanged.class, TagMade.class));
            case NONE, NEVER -> {}
        }
        DeedCondition deed = rule.deed();
        if (deed == null) {
            // The activity of a completion has the time of the completion.
            wanted.addAll(Set.of(FanSessionOpened.class, ActivityRecorded.class, QuestCompleted.class));
        } else if (deed.target() != null) {
            wanted.add(ActivityRecorded.class);
        } else {
            wanted.addAll(RuleFold.EVENTS_OF_QUESTS);
            wanted.removeAll(unneeded(condition));
        }
    }

    private static Set<Class<? extends Event>> unneeded(Condition condition) {
        Set<Class<? extends Event>> unneeded = new HashSet<>(Set.of(ActivityRecorded.class));
        if (condition.kind() != Condition.Kind.POINTS) {
            unneeded.add(PointsAwarded.class);
        }
        if (condition.kind() != Condition.Kind.TAG) {
            unneeded.addAll(Set.of(FanTagsChanged.class, TagMade.class));
        }
        return unneeded;
    }
}
