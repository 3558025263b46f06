package encore.kernel.activities;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The position of an activity in the log, and the values that it is looked up by. All else is read from the log.
 *
 * @param activityId the position of its event
 * @param title the title at the time of recording; its campaign may have another name by now
 */
public record ActivityRow(
        long account,
        long activityId,
        long fanId,
        @Nullable Long pageTabId,
        @Nullable String title,
        Instant creationTimestamp) {}
