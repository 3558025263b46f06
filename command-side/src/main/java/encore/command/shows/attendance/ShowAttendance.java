package encore.command.shows.attendance;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.shows.attendance.AttendanceCommand.RecordAttendance;
import encore.kernel.shows.attendance.AttendanceCommand.RecordedAttendance;
import encore.kernel.shows.attendance.AttendanceEvent.AttendanceMeasured;
import encore.kernel.shows.attendance.AttendanceId;
import java.time.Instant;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The attendance of a show. A slot is recorded once, and slots only go forward. */
@Aggregate
class ShowAttendance {

    @AggregateIdentifier
    private @Nullable AttendanceId id;

    private Instant lastSlot = Instant.EPOCH;

    ShowAttendance() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RecordedAttendance decide(RecordAttendance command) {
        if (!command.slotStart().isAfter(lastSlot)) {
            return new RecordedAttendance(false);
        }
        apply(new AttendanceMeasured(command.attendance(), command.slotStart(), command.measured()));
        return new RecordedAttendance(true);
    }

    @EventSourcingHandler
    void evolve(AttendanceMeasured event) {
        id = event.attendance();
        lastSlot = event.slotStart();
    }
}
