package encore.command.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.sessions.SessionTerm.Kind;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SessionTermTest {

    private static final Instant LOGIN = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration A_MILLI = Duration.ofMillis(1);

    private final SessionTerm fan = Kind.FAN.startingAt(LOGIN.plusMillis(300));
    private final SessionTerm guest = Kind.GUEST.startingAt(LOGIN);

    @Test
    void a_fan_stays_thirty_days_and_a_guest_a_day() {
        assertThat(fan.expiresAt()).isEqualTo(LOGIN.plus(Duration.ofDays(30)));
        assertThat(guest.expiresAt()).isEqualTo(LOGIN.plus(Duration.ofHours(24)));
        assertThat(Kind.FAN.endingAt(fan.expiresAt())).isEqualTo(fan);
        assertThat(fan.isOver(fan.expiresAt().minus(A_MILLI))).isFalse();
        assertThat(fan.isOver(fan.expiresAt())).isTrue();
    }

    @Test
    void the_first_use_after_a_day_or_for_a_guest_an_hour_prolongs() {
        Instant day = LOGIN.plus(Duration.ofDays(1));
        assertThat(fan.usedAt(day.minus(A_MILLI), Kind.FAN)).isEqualTo(fan);
        SessionTerm later = fan.usedAt(day, Kind.FAN);
        assertThat(later).isEqualTo(new SessionTerm(LOGIN, day.plus(Duration.ofDays(30))));
        assertThat(later.usedAt(day.plus(Duration.ofHours(23)), Kind.FAN)).isEqualTo(later);
        Instant hour = LOGIN.plus(Duration.ofHours(1));
        assertThat(guest.usedAt(hour.minus(A_MILLI), Kind.GUEST)).isEqualTo(guest);
        assertThat(guest.usedAt(hour, Kind.GUEST).expiresAt()).isEqualTo(hour.plus(Duration.ofHours(24)));
    }

    @Test
    void it_ends_a_year_after_the_login_however_often_it_is_used() {
        Instant year = LOGIN.plus(Duration.ofDays(365));
        SessionTerm term = fan;
        for (Instant now = LOGIN; now.isBefore(year); now = now.plus(Duration.ofHours(25))) {
            assertThat(term.isOver(now)).isFalse();
            term = term.usedAt(now, Kind.FAN);
        }
        assertThat(term.expiresAt()).isEqualTo(year);
        assertThat(term.prolongableFrom(Kind.FAN)).isEqualTo(year);
        assertThat(term.usedAt(year, Kind.FAN)).isEqualTo(term);
    }

    @Test
    void a_term_that_is_over_is_not_prolonged() {
        assertThat(fan.usedAt(fan.expiresAt(), Kind.FAN)).isEqualTo(fan);
    }
}
