package encore.infra.eventstore.mongo.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PauseFreeClockTest {

    /** Below zero, as the JVM's may be. */
    private final AtomicLong clock = new AtomicLong(-5_000_000_000L);

    private final PauseFreeClock time = new PauseFreeClock(clock::get);

    @Test
    void counts_what_passes_between_looks_and_since_the_last_one() {
        pass(40);
        assertThat(millis()).isEqualTo(40);
        time.sample();
        pass(200);
        assertThat(millis()).isEqualTo(240);
        time.sample();
        assertThat(millis()).isEqualTo(240);
    }

    @Test
    void a_pause_of_hours_is_a_moment_to_who_looks_before_the_first_look_behind_it_and_who_looks_later() {
        pass(50);
        time.sample();
        pass(7_200_000);
        assertThat(millis()).isEqualTo(300);
        time.sample();
        assertThat(millis()).isEqualTo(300);
        pass(10);
        assertThat(millis()).isEqualTo(310);
    }

    @Test
    void a_wait_without_a_pause_is_as_long_as_it_is() {
        for (int looks = 0; looks < 100; looks++) {
            pass(50);
            time.sample();
        }
        assertThat(millis()).isEqualTo(5_000);
    }

    private void pass(long millis) {
        clock.addAndGet(Duration.ofMillis(millis).toNanos());
    }

    private long millis() {
        return Duration.ofNanos(time.now()).toMillis();
    }
}
