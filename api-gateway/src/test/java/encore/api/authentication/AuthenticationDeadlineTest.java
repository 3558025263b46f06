package encore.api.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.problems.Problem;
import encore.kernel.Refusal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class AuthenticationDeadlineTest {

    private static final Refusal BUSY = new Refusal(Refusal.Kind.UNAVAILABLE, "busy", "Try again.");

    private final Queue<Runnable> timers = new ArrayDeque<>();
    private boolean isKnown;
    private int closed;
    private final AuthenticationDeadline deadline =
            new AuthenticationDeadline(() -> isKnown, () -> closed++, this::schedule);

    private void schedule(Runnable work, Duration delay) {
        assertThat(delay).hasSeconds(3);
        timers.add(work);
    }

    private void timeOut() {
        timers.remove().run();
    }

    @Test
    void a_silent_client_is_late() {
        deadline.begin();
        timeOut();
        assertThat(closed).isEqualTo(1);
    }

    @Test
    void a_client_that_waits_for_an_answer_is_not_late() {
        deadline.begin();
        deadline.arrived();
        timeOut();
        isKnown = true;
        deadline.answered();
        assertThat(closed).isZero();
    }

    @Test
    void a_client_refused_after_the_time_is_late() {
        deadline.begin();
        deadline.arrived();
        timeOut();
        deadline.refused(Problem.unauthorized("session-unknown", "It is unknown."));
        deadline.answered();
        assertThat(closed).isEqualTo(1);
    }

    @Test
    void a_client_that_could_not_be_answered_has_the_whole_time_again() {
        deadline.begin();
        deadline.arrived();
        timeOut();
        deadline.refused(BUSY);
        deadline.answered();
        assertThat(closed).isZero();
        deadline.arrived();
        isKnown = true;
        deadline.answered();
        timeOut();
        assertThat(closed).isZero();
    }

    @Test
    void a_client_that_could_not_be_answered_and_goes_silent_is_late_once() {
        deadline.begin();
        deadline.arrived();
        deadline.refused(BUSY);
        deadline.answered();
        timeOut();
        assertThat(closed).isZero();
        timeOut();
        assertThat(closed).isEqualTo(1);
    }
}
