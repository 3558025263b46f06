package encore.infra.views.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.lanes.ReadStopped.Reason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadDeadlineTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void work_goes_on_before_the_deadline_and_stops_after_it() {
        ReadDeadline later = ReadDeadline.after(LONG);
        ReadDeadline over = ReadDeadline.after(Duration.ZERO);

        assertThatCode(later::check).doesNotThrowAnyException();
        assertThat(later.remainingNanos()).isBetween(1L, LONG.toNanos());
        assertThat(over.reasonToStop()).isEqualTo(Reason.DEADLINE);
        assertThat(over.remainingNanos()).isZero();
    }

    @Test
    void the_fast_lane_ends_earlier_and_the_slow_lane_gives_the_rest() {
        ReadDeadline deadline = ReadDeadline.after(LONG);

        deadline.enterFastLane(Duration.ZERO);
        assertThat(deadline.reasonToStop()).isEqualTo(Reason.SLOW);
        assertThat(deadline.remainingNanos()).isZero();
        deadline.enterSlowLane();
        assertThat(deadline.reasonToStop()).isNull();

        ReadDeadline over = ReadDeadline.after(Duration.ZERO);
        over.enterFastLane(LONG);
        assertThat(over.reasonToStop()).isEqualTo(Reason.DEADLINE);
    }

    @Test
    void work_stops_when_the_caller_has_left() {
        ReadDeadline deadline = ReadDeadline.after(LONG);
        deadline.cancel();

        assertThat(deadline.reasonToStop()).isEqualTo(Reason.CANCELLED);
        assertThat(deadline.remainingNanos()).isZero();
    }

    @Test
    void the_current_deadline_is_checked_and_work_without_one_goes_on() {
        assertThatCode(ReadDeadline::checkCurrent).doesNotThrowAnyException();
        assertThat(ReadDeadline.currentRemainingNanos()).isEqualTo(Long.MAX_VALUE);

        ScopedValue.where(ReadDeadline.CURRENT, ReadDeadline.after(Duration.ZERO))
                .run(() -> {
                    assertThatThrownBy(ReadDeadline::checkCurrent)
                            .isInstanceOfSatisfying(
                                    ReadStopped.class,
                                    e -> assertThat(e.reason()).isEqualTo(Reason.DEADLINE));
                    assertThat(ReadDeadline.currentRemainingNanos()).isZero();
                });
    }
}
