package encore.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BacklogTest {

    private long now;
    private final Backlog backlog = new Backlog(Backlog.MAX_BYTES, () -> now);

    @Test
    void a_mebibyte_may_wait_and_a_byte_more_may_not() {
        assertThat(backlog.add(Backlog.MAX_BYTES - 1)).isTrue();
        assertThat(backlog.add(1)).isTrue();
        assertThat(backlog.add(1)).isFalse();
    }

    @Test
    void a_backlog_that_is_not_taken_for_more_than_ten_seconds_is_stuck() {
        backlog.add(100);
        pass(Duration.ofSeconds(10));
        assertThat(backlog.isStalled()).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(backlog.isStalled()).isTrue();
        backlog.take(1);
        assertThat(backlog.isStalled()).isFalse();
    }

    @Test
    void a_client_with_nothing_to_take_is_not_slow() {
        pass(Duration.ofMinutes(5));
        assertThat(backlog.isStalled()).isFalse();
        backlog.add(1);
        assertThat(backlog.isStalled()).isFalse();
        backlog.take(1);
        pass(Duration.ofMinutes(5));
        assertThat(backlog.isStalled()).isFalse();
    }

    @Test
    void there_is_room_again_once_it_is_full_no_more() {
        int quarter = Backlog.MAX_BYTES / 4;
        backlog.add(quarter - 1);
        assertThat(backlog.isFull()).isFalse();
        backlog.add(11);
        assertThat(backlog.isFull()).isTrue();
        assertThat(backlog.take(10)).isFalse();
        assertThat(backlog.isFull()).isTrue();
        assertThat(backlog.take(1)).isTrue();
        assertThat(backlog.isFull()).isFalse();
        assertThat(backlog.take(1)).isFalse();
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
