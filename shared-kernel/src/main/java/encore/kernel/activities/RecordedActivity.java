package encore.kernel.activities;

import encore.kernel.Positioned;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an activity.
 *
 * @param activityId the position of its event; null until the event is in the log
 */
public record RecordedActivity(long fanId, @Nullable Long activityId) implements Positioned<RecordedActivity> {

    @Override
    public RecordedActivity at(long position) {
        return new RecordedActivity(fanId, position);
    }
}
