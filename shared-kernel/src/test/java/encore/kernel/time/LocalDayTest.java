package encore.kernel.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalDayTest {

    @ParameterizedTest
    @CsvSource({
        "2027-10-28, Africa/Cairo,     1824670800, 1824760799",
        "2027-04-03, America/Santiago, 1806721200, 1806811199",
        "2027-11-07, America/Havana,   1825560000, 1825649999",
        "2027-11-07, America/New_York, 1825560000, 1825649999",
        "2027-04-30, Africa/Cairo,     1809036000, 1809118799",
        "2027-05-01, UTC,              1809129600, 1809215999",
    })
    void a_day_lasts_from_its_first_moment_to_the_second_before_the_next_day(
            LocalDate day, ZoneId zone, long first, long last) {
        assertThat(new LocalDay(day, zone).firstMoment()).isEqualTo(Instant.ofEpochSecond(first));
        assertThat(new LocalDay(day, zone).lastSecond()).isEqualTo(Instant.ofEpochSecond(last));
    }

    @Test
    void the_last_second_of_each_day_is_of_that_day_and_the_next_second_is_not() {
        List<String> wrong = new ArrayList<>();
        LocalDate end = LocalDate.of(2028, 1, 1);
        for (String name : ZoneId.getAvailableZoneIds()) {
            ZoneId zone = ZoneId.of(name);
            for (LocalDate day = LocalDate.of(2026, 1, 1); day.isBefore(end); day = day.plusDays(1)) {
                Instant last = new LocalDay(day, zone).lastSecond();
                if (!LocalDate.ofInstant(last, zone).equals(day)
                        || LocalDate.ofInstant(last.plusSeconds(1), zone).equals(day)) {
                    wrong.add(name + " " + day);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void a_day_that_a_zone_skips_is_the_moment_after_it() {
        LocalDate skipped = LocalDate.of(2011, 12, 30);
        ZoneId apia = ZoneId.of("Pacific/Apia");
        assertThat(new LocalDay(skipped, apia).firstMoment())
                .isEqualTo(new LocalDay(skipped.plusDays(1), apia).firstMoment());
        assertThat(new LocalDay(skipped, apia).lastSecond()).isEqualTo(new LocalDay(skipped, apia).firstMoment());
    }

    @Test
    void a_skipped_time_is_the_same_time_after_the_gap_and_a_repeated_one_is_the_first() {
        ZoneId newYork = ZoneId.of("America/New_York");
        assertThat(LocalDay.instant(LocalDateTime.of(2027, 3, 14, 2, 30), newYork))
                .isEqualTo(Instant.parse("2027-03-14T07:30:00Z"));
        assertThat(LocalDay.instant(LocalDateTime.of(2027, 11, 7, 1, 30), newYork))
                .isEqualTo(Instant.parse("2027-11-07T05:30:00Z"));
        ZoneId santiago = ZoneId.of("America/Santiago");
        assertThat(LocalDay.instant(LocalDateTime.of(2027, 9, 5, 0, 0), santiago))
                .isEqualTo(new LocalDay(LocalDate.of(2027, 9, 5), santiago).firstMoment());
        assertThat(Duration.between(
                        new LocalDay(LocalDate.of(2027, 9, 5), santiago).firstMoment(),
                        new LocalDay(LocalDate.of(2027, 9, 5), santiago).lastSecond()))
                .isEqualTo(Duration.ofHours(23).minusSeconds(1));
    }
}
