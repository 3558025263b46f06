package encore.api.shows;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.kernel.shows.answers.AnswerQuery.FindLogTime;
import encore.kernel.shows.answers.LogTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class LogClockTest {

    private Instant here = Instant.parse("2026-05-01T20:00:00Z");
    private Duration ahead = Duration.ofSeconds(3);
    private Duration way = Duration.ofMillis(20);
    private final FakeBackend backend = new FakeBackend().on(FindLogTime.class, query -> {
        here = here.plus(way.dividedBy(2));
        LogTime received = new LogTime(here.plus(ahead));
        here = here.plus(way.dividedBy(2));
        return received;
    });
    private final LogClock clock = new LogClock(backend, () -> here);

    @Test
    void a_time_is_translated_into_that_of_the_log() {
        Instant arrived = clock.here();
        assertThat(clock.toLogTime(arrived).block()).isEqualTo(arrived.plusSeconds(3));
        ahead = Duration.ofSeconds(-2);
        assertThat(clock.toLogTime(arrived).block())
                .as("it asks every ten seconds")
                .isEqualTo(arrived.plusSeconds(3));
        here = here.plusSeconds(11);
        clock.toLogTime(arrived).block();
        assertThat(clock.toLogTime(arrived).block()).isEqualTo(arrived.minusSeconds(2));
        assertThat(backend.asked).hasSize(2);
    }

    @Test
    void clocks_that_agree_within_the_error_of_the_comparison_count_as_equal() {
        ahead = Duration.ofMillis(15);
        Instant arrived = clock.here();
        assertThat(clock.toLogTime(arrived).block()).isEqualTo(arrived);
    }

    @Test
    void without_an_answer_the_last_comparison_counts() {
        Instant arrived = clock.here();
        clock.toLogTime(arrived).block();
        backend.on(FindLogTime.class, query -> Mono.error(new IllegalStateException("away")));
        here = here.plusSeconds(11);
        clock.toLogTime(arrived).block();
        assertThat(clock.toLogTime(arrived).block()).isEqualTo(arrived.plusSeconds(3));
        var never = new LogClock(backend, () -> here);
        assertThat(never.toLogTime(arrived).block()).isEqualTo(arrived);
    }
}
