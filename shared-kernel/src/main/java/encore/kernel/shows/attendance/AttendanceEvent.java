package encore.kernel.shows.attendance;

import encore.kernel.Event;
import java.time.Instant;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the attendance of a show: it is measured. It names no fans. */
public sealed interface AttendanceEvent extends Event {

    /** Somebody was in the show during a slot of 10 seconds. A show and a slot are recorded once. */
    @Revision("1")
    record AttendanceMeasured(AttendanceId attendance, Instant slotStart, Attendance measured)
            implements AttendanceEvent {}
}
