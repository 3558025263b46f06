package encore.query.activities;

import encore.infra.eventstore.log.EventLog;
import encore.kernel.paging.Paging.IdWindow;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.springframework.stereotype.Component;

/**
 * Finds the stretch of the log that was recorded on a day. Stamps never decrease with positions, so it is a window of
 * ids and needs no index.
 */
@Component
class DayPositions {

    private final EventLog log;

    DayPositions(EventLog log) {
        this.log = log;
    }

    /**
     * Limits a window to the stretch of a day. A descending window gets no lower bound here: the caller drops earlier rows from the
     * result.
     */
    IdWindow limitToDay(LocalDate day, IdWindow window) {
        Instant start = day.atStartOfDay(ZoneOffset.UTC).toInstant();
        long last = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli() - 1;
        Long min =
                window.min() == null ? null : (Long) Math.max(window.min(), log.positionAt(start.toEpochMilli() - 1));
        // Events of this day may still be appended until the writer's clock has passed the day.
        long end = log.settledTime() >= last ? log.positionAt(last) + 1 : Long.MAX_VALUE;
        Long max =
                window.max() == null ? (end == Long.MAX_VALUE ? null : (Long) end) : (Long) Math.min(window.max(), end);
        return new IdWindow(min, max, window.limit());
    }
}
