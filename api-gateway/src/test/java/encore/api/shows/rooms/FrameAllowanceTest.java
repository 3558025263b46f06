package encore.api.shows.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FrameAllowanceTest {

    private final AtomicLong now = new AtomicLong(5);
    private final FrameAllowance allowance = new FrameAllowance(now::get);

    @Test
    void a_burst_of_thirty_is_accepted_and_then_ten_a_second() {
        for (int i = 0; i < FrameAllowance.BURST; i++) {
            assertThat(allowance.take()).isZero();
        }
        assertThat(allowance.take()).isEqualTo(Duration.ofMillis(100));
        pass(Duration.ofSeconds(1));
        int accepted = 0;
        while (allowance.take().isZero()) {
            accepted++;
        }
        assertThat(accepted).isEqualTo(FrameAllowance.PER_SECOND);
        pass(Duration.ofHours(1));
        accepted = 0;
        while (allowance.take().isZero()) {
            accepted++;
        }
        assertThat(accepted).isEqualTo(FrameAllowance.BURST);
    }

    @Test
    void a_hundred_refusals_in_a_minute_are_too_many() {
        for (int i = 0; i < 99; i++) {
            assertThat(allowance.refuse()).isFalse();
        }
        pass(Duration.ofMinutes(1));
        for (int i = 0; i < 99; i++) {
            assertThat(allowance.refuse()).isFalse();
        }
        assertThat(allowance.refuse()).isTrue();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
