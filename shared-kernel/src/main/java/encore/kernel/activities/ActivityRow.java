package encore.kernel.activities;

import encore.kernel.names.AddedLater;
import encore.kernel.time.EffectiveTime;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The position of an activity in the log, and the values that it is looked up by. All else is read from the log.
 *
 * @param activityId the position of its event
 * @param title the title at the time of recording; its campaign may have another name by now
 * @param creationTimestamp the stamp of its event
 * @param effectiveAt the time of its own; null for none
 */
public record ActivityRow(
        long account,
        long activityId,
        long fanId,
        @Nullable Long pageTabId,
        @Nullable String title,
        Instant creationTimestamp,
        @AddedLater @Nullable Instant effectiveAt) {

    /** Returns the row of an activity that was recorded at a position. */
    public static ActivityRow of(ActivityEvent.ActivityRecorded event, long position, Instant stamp) {
        return new ActivityRow(
                event.fan().account(),
                position,
                event.fan().number(),
                event.pageTabId(),
                event.title(),
                stamp,
                new EffectiveTime(event.effectiveAt(), stamp).shown());
    }

    /** Returns the UTC day on which it happened. */
    public LocalDate day() {
        return day(effectiveAt == null ? creationTimestamp : effectiveAt);
    }

    /** Returns whether it happened on another UTC day than the one on which it was recorded. */
    public boolean isBackdated() {
        return effectiveAt != null && !day().equals(day(creationTimestamp));
    }

    private static LocalDate day(Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC);
    }
}
