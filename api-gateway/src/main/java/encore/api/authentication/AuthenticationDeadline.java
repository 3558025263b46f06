package encore.api.authentication;

import encore.api.problems.Problems;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The time in which a client must say who it is. What counts is when it said so: one that waits for our answer is not
 * late, and one that we could not answer has the whole time again.
 */
public final class AuthenticationDeadline {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final BooleanSupplier isKnown;
    private final Runnable tooLate;
    private final Timer timer;
    private final AtomicInteger timers = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile boolean isTimeOver;

    /** Runs something later, unless the connection is closed by then. */
    public interface Timer {

        void schedule(Runnable work, Duration delay);
    }

    /**
     * @param isKnown whether the client has authenticated
     * @param tooLate is called for a client that is late
     */
    public AuthenticationDeadline(BooleanSupplier isKnown, Runnable tooLate, Timer timer) {
        this.isKnown = isKnown;
        this.tooLate = tooLate;
        this.timer = timer;
    }

    /** Begins with the opening of the connection. */
    public void begin() {
        timers.incrementAndGet();
        timer.schedule(this::timeOut, TIMEOUT);
    }

    /** Notices that a request to authenticate has arrived. {@link #answered} must follow. */
    public void arrived() {
        unanswered.incrementAndGet();
    }

    /** Gives the client the whole time again if the server could not decide. It is called before {@link #answered}. */
    public void refused(Throwable failure) {
        if (Problems.isUnavailable(failure) && !isKnown.getAsBoolean()) {
            begin();
            isTimeOver = false;
        }
    }

    /** Notices that such a request was accepted or refused. */
    public void answered() {
        if (unanswered.decrementAndGet() == 0 && isTimeOver && !isKnown.getAsBoolean()) {
            tooLate.run();
        }
    }

    private void timeOut() {
        if (timers.decrementAndGet() > 0) {
            return;
        }
        isTimeOver = true;
        if (unanswered.get() == 0 && !isKnown.getAsBoolean()) {
            tooLate.run();
        }
    }
}
