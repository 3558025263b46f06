package encore.query.campaignstats;

import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import java.time.Duration;
import java.time.Instant;

/**
 * An entry of a campaign without its fan.
 *
 * @param recordedDay the UTC day of its stamp, in days since 1970
 * @param day the UTC day that it counts at
 */
record EntryRow(int recordedDay, int day, boolean optsIn) {

    private static final long DAY = Duration.ofDays(1).toMillis();

    static EntryRow of(ActivityRecorded event, Instant stamp) {
        return new EntryRow(
                day(stamp.toEpochMilli()),
                day(event.timeOf(stamp).toEpochMilli()),
                Boolean.TRUE.equals(event.details().optsIn()));
    }

    static int day(long at) {
        return (int) Math.floorDiv(at, DAY);
    }

    boolean isBackdated() {
        return day != recordedDay;
    }

    /**
     * Returns the number that chunks keep of it beside its stamp: a bit for the opt-in, and above it the days between the
     * two times. It is the bit alone for an entry that counts at its stamp.
     */
    long packed() {
        return (long) (recordedDay - day) << 1 | (optsIn ? 1 : 0);
    }

    static EntryRow unpack(int recordedDay, long packed) {
        return new EntryRow(recordedDay, (int) (recordedDay - (packed >> 1)), (packed & 1) != 0);
    }
}
