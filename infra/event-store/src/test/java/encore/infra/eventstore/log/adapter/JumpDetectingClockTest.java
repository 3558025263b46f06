package encore.infra.eventstore.log.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A clock beside the time of a database. */
class JumpDetectingClockTest {

    private static final long HOUR = 3_600_000;

    private final AtomicLong now = new AtomicLong(100 * HOUR);
    private final AtomicLong database = new AtomicLong(100 * HOUR);
    private final AtomicInteger asked = new AtomicInteger();
    private final JumpDetectingClock clock = new JumpDetectingClock(
            now::get,
            () -> {
                asked.incrementAndGet();
                return database.get();
            },
            "the database's");

    @Test
    void a_clock_an_hour_behind_is_noticed_with_its_first_commit_and_until_it_is_corrected() {
        now.addAndGet(-HOUR);
        assertThat(clock.warning(now.get())).isNull();
        assertThat(clock.now(now.get())).isEqualTo(99 * HOUR);
        assertThat(clock.warning(now.get())).contains("3600 s behind the database's");
        assertThat(clock.isBehind()).isTrue();
        assertThat(clock.problem()).as("writing goes on").isNull();
        now.addAndGet(HOUR);
        assertThat(clock.warning(now.get())).isNull();
    }

    @Test
    void it_is_compared_once_a_minute_at_most() {
        for (int i = 0; i < 1_000; i++) {
            clock.now(now.get());
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void a_small_difference_is_none() {
        now.addAndGet(-9_000);
        clock.now(now.get());
        assertThat(clock.warning(now.get())).isNull();
    }

    @Test
    void a_database_that_does_not_answer_prevents_no_commit() {
        JumpDetectingClock alone = new JumpDetectingClock(
                now::get,
                () -> {
                    throw new IllegalStateException("no answer");
                },
                "the database's");
        assertThat(alone.now(now.get())).isEqualTo(now.get());
        assertThat(alone.warning(now.get())).isNull();
    }
}
