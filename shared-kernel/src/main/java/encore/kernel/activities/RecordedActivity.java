package encore.kernel.activities;

import encore.kernel.PositionedAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an activity.
 *
 * @param activityId the position of its event; null until the event is in the log
 */
public record RecordedActivity(long fanId, @Nullable Long activityId) implements PositionedAnswer<RecordedActivity> {

    @Override
    public RecordedActivity withPosition(long position) {
        return activityId == null ? new RecordedActivity(fanId, position) : this;
    }
}
