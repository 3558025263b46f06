package encore.kernel.shows.attendance;

import encore.kernel.Command;
import java.time.Instant;

/** The commands of a show's attendance. */
public sealed interface AttendanceCommand<R> extends Command<R> {

    AttendanceId attendance();

    @Override
    default AttendanceId stream() {
        return attendance();
    }

    /**
     * Records the attendance of a slot. A slot that is not later than the last one changes nothing.
     *
     * @param slotStart when the slot began; slots are 10 seconds long
     */
    record RecordAttendance(AttendanceId attendance, Instant slotStart, Attendance measured)
            implements AttendanceCommand<RecordedAttendance> {}

    /**
     * The answer to a measurement.
     *
     * @param isRecorded false for a slot that was recorded before
     */
    record RecordedAttendance(boolean isRecorded) {}
}
