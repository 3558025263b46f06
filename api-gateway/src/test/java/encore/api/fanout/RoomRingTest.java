package encore.api.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RoomRingTest {

    private final RingBudget budget = new RingBudget(Long.MAX_VALUE);
    private final RoomRing ring = new RoomRing(budget, 10);

    @Test
    void it_has_what_came_after_a_position() {
        ring.add(frame(11, 1, null));
        ring.add(frame(13, 1, null));
        assertThat(ring.after(10)).hasSize(2);
        assertThat(ring.after(11)).hasSize(1);
        assertThat(ring.after(13)).isEmpty();
        assertThat(ring.since()).isEqualTo(10);
    }

    @Test
    void it_keeps_a_thousand_frames_and_says_how_far_back_it_reaches() {
        for (int position = 11; position <= 1_015; position++) {
            ring.add(frame(position, 1, null));
        }
        assertThat(ring.size()).isEqualTo(RoomRing.MAX_FRAMES);
        assertThat(ring.since()).isEqualTo(15);
    }

    @Test
    void it_keeps_a_mebibyte() {
        for (int position = 11; position <= 100; position++) {
            ring.add(frame(position, 16_000, null));
        }
        assertThat(ring.size()).isBetween(20, 33);
        assertThat(budget.used()).isLessThanOrEqualTo(RoomRing.MAX_BYTES);
    }

    @Test
    void all_rings_share_a_budget() {
        RingBudget small = new RingBudget(10_000);
        RoomRing one = new RoomRing(small, 0);
        RoomRing other = new RoomRing(small, 0);
        for (int position = 1; position <= 20; position++) {
            one.add(frame(position, 500, null));
            other.add(frame(position, 500, null));
        }
        assertThat(small.used()).isLessThanOrEqualTo(10_000);
        one.clear();
        other.clear();
        assertThat(small.used()).isZero();
    }

    @Test
    void it_forgets_an_erased_fan_and_reaches_back_as_far_as_before() {
        ring.add(frame(11, 1, 1L));
        ring.add(frame(12, 1, 2L));
        ring.add(frame(13, 1, 1L));
        ring.forget(1);
        assertThat(ring.after(10))
                .singleElement()
                .satisfies(left -> assertThat(left.isOf(2)).isTrue());
        assertThat(ring.since()).isEqualTo(10);
    }

    private static RingFrame frame(long position, int bytes, @Nullable Long fan) {
        return new RingFrame("chat_message", "room", position, position, new byte[bytes], fan);
    }
}
