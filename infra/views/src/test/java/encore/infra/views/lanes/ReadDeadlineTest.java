package encore.infra.views.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.lanes.ReadStopped.Reason;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
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
    void an_attempt_ends_with_its_lane_or_with_the_whole_question() {
        ReadDeadline question = ReadDeadline.after(LONG);

        ReadDeadline fast = question.inFastLane(Duration.ZERO);
        assertThat(fast.reasonToStop()).isEqualTo(Reason.SLOW);
        assertThat(fast.remainingNanos()).isZero();
        assertThat(fast.isInSlowLane()).isFalse();
        assertThat(question.inSlowLane().reasonToStop()).isNull();
        assertThat(question.inSlowLane().isInSlowLane()).isTrue();

        ReadDeadline over = ReadDeadline.after(Duration.ZERO);
        assertThat(over.inFastLane(LONG).reasonToStop()).isEqualTo(Reason.DEADLINE);
        assertThat(over.within(LONG).reasonToStop()).isEqualTo(Reason.DEADLINE);
    }

    @Test
    void every_attempt_stops_when_the_caller_leaves() {
        ReadDeadline caller = ReadDeadline.untilCancelled();
        ReadDeadline attempt = caller.within(LONG).inFastLane(LONG);
        assertThat(attempt.reasonToStop()).isNull();

        caller.cancel();

        assertThat(attempt.reasonToStop()).isEqualTo(Reason.CANCELLED);
    }

    @Test
    void a_listener_hears_a_cancellation_also_when_it_comes_after_it() {
        ReadDeadline caller = ReadDeadline.untilCancelled();
        var received = new AtomicInteger();
        caller.within(LONG).onCancel(received::incrementAndGet);
        assertThat(received).hasValue(0);

        caller.cancel();
        assertThat(received).hasValue(1);
        caller.onCancel(received::incrementAndGet);
        assertThat(received).hasValue(2);
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
