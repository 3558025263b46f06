package encore.query.home;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Some days of a zone up to a moment, and as many days before.
 *
 * @param starts the first moments of the days; of the hours, where the window has one day
 * @param beforeStart the first moment of the days before
 * @param beforeEnd the moment on the last one of these at which clocks showed the same time
 */
record HomeWindow(List<Instant> starts, Instant end, Instant beforeStart, Instant beforeEnd) {

    private static final Duration HOUR = Duration.ofHours(1);

    HomeWindow {
        starts = List.copyOf(starts);
    }

    static HomeWindow of(int days, ZoneId zone, Instant now) {
        LocalDate first = LocalDate.ofInstant(now, zone).minusDays(days - 1L);
        return new HomeWindow(
                days == 1 ? hours(first, zone, now) : days(first, zone, now),
                now,
                first.minusDays(days).atStartOfDay(zone).toInstant(),
                now.atZone(zone).minusDays(days).toInstant());
    }

    private static List<Instant> hours(LocalDate day, ZoneId zone, Instant now) {
        List<Instant> hours = new ArrayList<>();
        for (Instant at = day.atStartOfDay(zone).toInstant(); !at.isAfter(now); at = at.plus(HOUR)) {
            hours.add(at);
        }
        return hours;
    }

    private static List<Instant> days(LocalDate first, ZoneId zone, Instant now) {
        return first.datesUntil(LocalDate.ofInstant(now, zone).plusDays(1))
                .map(day -> day.atStartOfDay(zone).toInstant())
                .toList();
    }

    Instant start() {
        return starts.getFirst();
    }
}
