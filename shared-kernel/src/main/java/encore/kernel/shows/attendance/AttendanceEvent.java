package encore.kernel.shows.attendance;

import encore.kernel.Event;
import encore.kernel.published.PublishedValue;
import java.time.Instant;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the attendance of a show: it is measured. It names no fans. */
public sealed interface AttendanceEvent extends Event {

    /** Somebody was in the show during a slot of 10 seconds. A show and a slot are recorded once. */
    @Revision("1")
    record AttendanceMeasured(
            @PublishedValue AttendanceId attendance,
            @PublishedValue("start_timestamp") Instant slotStart,
            @PublishedValue Attendance measured)
            implements AttendanceEvent {}
}
