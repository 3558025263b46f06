package encore.query.points;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.points.ZeroPoints;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The causes of records of points: the positions of the events that they were awarded for. */
final class AwardCause {

    /** The request of an automation's command: its name, the position of the event, and an ordinal. */
    private static final Pattern AUTOMATION = Pattern.compile("[A-Za-z_]+@(\\d{1,18})/.*");

    /** The request of a timer's command: the timer's key may name the position of an event between two slashes. */
    private static final Pattern TIMER = Pattern.compile("[A-Za-z_]+/[^@]*/(\\d{1,18})/[^/@]*@.*");

    private static final String QUEST = "quest";

    private AwardCause() {}

    /** Returns the position of the event for which an automation caused this one; null if a call did. */
    static @Nullable Long ofAutomation(RecordedEvent recordedEvent) {
        String requestId = recordedEvent.origin().requestId();
        Matcher event = AUTOMATION.matcher(requestId);
        Matcher timer = TIMER.matcher(requestId);
        if (event.matches()) {
            return Long.valueOf(event.group(1));
        }
        return timer.matches() ? Long.valueOf(timer.group(1)) : null;
    }

    /** Returns the position of a quest's completion, whose activity an award names. */
    static @Nullable Long ofQuest(@Nullable Long activityId) {
        return activityId == null ? null : Long.valueOf(QuestCompleted.positionBefore(activityId));
    }

    /** Returns the cause of a record of 0 points. */
    static @Nullable Long of(ZeroPoints record, RecordedEvent recordedEvent) {
        return record.source().equals(QUEST) ? ofQuest(record.activityId()) : ofAutomation(recordedEvent);
    }
}
