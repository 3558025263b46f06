package encore.kernel.activities;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where an activity stands in the log, and what it is looked up by; what else it says is read there.
 *
 * @param activityId its position
 * @param title as it was called then; a campaign has another name by now, perhaps
 */
public record ActivityRow(
        long account,
        long activityId,
        long fanId,
        @Nullable Long pageTabId,
        @Nullable String title,
        Instant creationTimestamp) {}
