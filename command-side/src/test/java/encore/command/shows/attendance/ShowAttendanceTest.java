package encore.command.shows.attendance;

import encore.command.AggregateUnderTest;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.attendance.Attendance;
import encore.kernel.shows.attendance.AttendanceCommand.RecordAttendance;
import encore.kernel.shows.attendance.AttendanceCommand.RecordedAttendance;
import encore.kernel.shows.attendance.AttendanceEvent.AttendanceMeasured;
import encore.kernel.shows.attendance.AttendanceId;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ShowAttendanceTest {

    private static final AttendanceId SHOW = new AttendanceId(new CampaignId(7, 100));
    private static final Instant SLOT = Instant.parse("2026-05-01T20:00:10Z");
    private static final Attendance MANY = new Attendance(20, 25, 3, 1);

    private final AggregateUnderTest<ShowAttendance> attendance = new AggregateUnderTest<>(ShowAttendance.class);

    @Test
    void each_slot_is_recorded() {
        attendance
                .givenNoPriorActivity()
                .when(new RecordAttendance(SHOW, SLOT, MANY))
                .expectEvents(new AttendanceMeasured(SHOW, SLOT, MANY))
                .expectResultMessagePayload(new RecordedAttendance(true));
        attendance
                .given(new AttendanceMeasured(SHOW, SLOT, MANY))
                .when(new RecordAttendance(SHOW, SLOT.plusSeconds(10), MANY))
                .expectEvents(new AttendanceMeasured(SHOW, SLOT.plusSeconds(10), MANY));
    }

    @Test
    void a_slot_is_recorded_once_and_an_earlier_one_never() {
        for (int earlier : new int[] {0, 10}) {
            attendance
                    .given(new AttendanceMeasured(SHOW, SLOT, MANY))
                    .when(new RecordAttendance(SHOW, SLOT.minusSeconds(earlier), new Attendance(1, 1, 1, 0)))
                    .expectNoEvents()
                    .expectResultMessagePayload(new RecordedAttendance(false));
        }
    }
}
