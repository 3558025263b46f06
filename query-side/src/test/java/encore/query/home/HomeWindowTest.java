package encore.query.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HomeWindowTest {

    @ParameterizedTest
    @CsvSource({
        "UTC, 2026-06-15T10:07:00Z, 7, 2026-06-09T00:00:00Z, 7, 2026-06-02T00:00:00Z, 2026-06-08T10:07:00Z",
        "UTC, 2026-06-15T10:07:00Z, 31, 2026-05-16T00:00:00Z, 31, 2026-04-15T00:00:00Z, 2026-05-15T10:07:00Z",
        "Asia/Kolkata, 2026-06-15T20:00:00Z, 1, 2026-06-15T18:30:00Z, 2, 2026-06-14T18:30:00Z, 2026-06-14T20:00:00Z",
        "Asia/Kathmandu, 2026-06-15T18:20:00Z, 1, 2026-06-15T18:15:00Z, 1, 2026-06-14T18:15:00Z, 2026-06-14T18:20:00Z",
        // A day of 23 hours, and the day after it: the same time of day is 23 hours earlier.
        "Europe/Vienna, 2026-03-29T21:59:00Z, 1, 2026-03-28T23:00:00Z, 23, 2026-03-27T23:00:00Z, 2026-03-28T22:59:00Z",
        // A day of 25 hours.
        "Europe/Vienna, 2026-10-25T22:59:00Z, 1, 2026-10-24T22:00:00Z, 25, 2026-10-23T22:00:00Z, 2026-10-24T21:59:00Z",
        // A day that begins at one o'clock.
        "America/Santiago, 2026-09-06T12:00:00Z, 1, 2026-09-06T04:00:00Z, 9, 2026-09-05T04:00:00Z, 2026-09-05T13:00:00Z",
    })
    void a_window_begins_at_a_midnight_of_its_zone_and_has_as_many_days_before(
            ZoneId zone, Instant now, int days, Instant start, int stretches, Instant beforeStart, Instant beforeEnd) {
        HomeWindow window = HomeWindow.of(days, zone, now);
        assertThat(window.start()).isEqualTo(start);
        assertThat(window.starts()).hasSize(stretches).isSorted();
        assertThat(window.end()).isEqualTo(now);
        assertThat(window.beforeStart()).isEqualTo(beforeStart);
        assertThat(window.beforeEnd()).isEqualTo(beforeEnd);
    }

    @Test
    void no_window_of_any_zone_reaches_further_back_than_numbers_are_kept() {
        Duration kept = Duration.ofDays(63).minus(AccountNumbersProjection.QUARTER);
        for (String zone : ZoneId.getAvailableZoneIds()) {
            for (int day = 0; day < 366; day += 7) {
                Instant now = Instant.parse("2026-01-01T23:59:59Z").plus(Duration.ofDays(day));
                HomeWindow window = HomeWindow.of(31, ZoneId.of(zone), now);
                assertThat(window.beforeStart()).as(zone).isAfter(now.minus(kept));
            }
        }
    }
}
