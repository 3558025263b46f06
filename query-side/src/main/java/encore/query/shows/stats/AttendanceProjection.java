package encore.query.shows.stats;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Where;
import encore.kernel.paging.Page;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.shows.attendance.Attendance;
import encore.kernel.shows.attendance.AttendanceEvent.AttendanceMeasured;
import encore.kernel.shows.stats.TimelineQuery.FindMinutes;
import encore.kernel.shows.stats.TimelineQuery.Minute;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the measured attendance of shows, and adds its slots of 10 seconds up to minutes. */
@Component
class AttendanceProjection implements Projection {

    private static final String SLOT = "slotStart";

    private static final Collection<Slot> SLOTS = Collection.of("attendance_slots", Slot.class, ShowTimes.index(SLOT));
    private static final Keyset<Slot> BY_TIME = Keyset.byTime(SLOTS, SLOT, Slot::slotStart);

    /** A measurement. */
    record Slot(long account, long pageTabId, Instant slotStart, Attendance measured) {

        Instant minute() {
            return slotStart.truncatedTo(ChronoUnit.MINUTES);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("attendance", List.of(SLOTS));
    }

    @Override
    public Duration batchInterval() {
        return Duration.ofMillis(200);
    }

    @EventHandler
    void on(AttendanceMeasured event, RecordedEvent recorded, Documents.Batch documents) {
        documents.put(
                SLOTS,
                Keyset.key(recorded.position()),
                new Slot(
                        event.attendance().account(),
                        event.attendance().campaign().number(),
                        event.slotStart(),
                        event.measured()));
    }

    /** A page's key is its last minute, in unix seconds. */
    @QueryHandler
    Page<Minute> find(FindMinutes query, Documents documents) {
        String after = query.paging().after();
        SecondRange rest = after == null
                ? query.seconds()
                : new SecondRange(
                        Instant.ofEpochSecond(Long.parseLong(after)).plus(1, ChronoUnit.MINUTES),
                        query.seconds().to());
        Where rows = ShowTimes.within(query.account(), query.pageTabId(), SLOT, rest);
        int wanted = query.paging().limit() + 1;
        List<Minute> minutes = new ArrayList<>();
        Iterator<Slot> slots = BY_TIME.all(documents, rows).iterator();
        while (slots.hasNext()) {
            Slot slot = slots.next();
            boolean goesOn = !minutes.isEmpty() && minutes.getLast().start().equals(slot.minute());
            if (!goesOn && minutes.size() == wanted) {
                break;
            }
            minutes.add(add(goesOn ? minutes.removeLast() : new Minute(slot.minute(), 0, 0, 0, 0), slot.measured()));
        }
        return Page.of(
                minutes,
                query.paging().limit(),
                minute -> Long.toString(minute.start().getEpochSecond()),
                documents.position());
    }

    private static Minute add(Minute minute, Attendance measured) {
        return new Minute(
                minute.start(),
                Math.max(minute.fanCount(), measured.fanCount()),
                measured.connectionCount(),
                minute.openedCount() + measured.openedCount(),
                minute.closedCount() + measured.closedCount());
    }
}
