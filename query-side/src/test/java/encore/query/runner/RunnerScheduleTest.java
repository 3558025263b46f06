package encore.query.runner;

import static org.assertj.core.api.Assertions.assertThat;

import encore.query.runner.positions.PositionWaiters;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunnerScheduleTest {

    private static final Duration INTERVAL = Duration.ofMillis(300);

    private final PositionWaiters waiters = new PositionWaiters(0);
    private final RunnerSchedule schedule = new RunnerSchedule(Thread.currentThread(), waiters, INTERVAL);

    @Test
    void batches_are_the_projections_interval_apart_while_no_query_waits() {
        assertThat(delay()).isBetween(INTERVAL.minusMillis(1), INTERVAL.plusSeconds(5));
    }

    @Test
    void news_does_not_shorten_the_interval() {
        var news = Thread.ofVirtual().start(() -> {
            for (int i = 0; i < 10; i++) {
                schedule.wakeForNews();
            }
        });
        assertThat(delay()).isGreaterThanOrEqualTo(INTERVAL.minusMillis(1));
        assertThat(news.isAlive()).isFalse();
    }

    @Test
    void a_query_that_waits_ends_the_delay() {
        waiters.whenReached(7);
        assertThat(delay()).isLessThan(INTERVAL.dividedBy(2));
    }

    @Test
    void a_query_of_another_node_and_the_end_do_as_well() {
        schedule.awaitedElsewhere(7);
        assertThat(delay()).isLessThan(INTERVAL.dividedBy(2));
        schedule.end();
        assertThat(delay()).isLessThan(INTERVAL.dividedBy(2));
    }

    private Duration delay() {
        schedule.recordApplied();
        long began = System.nanoTime();
        schedule.delayForBatch(1);
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
