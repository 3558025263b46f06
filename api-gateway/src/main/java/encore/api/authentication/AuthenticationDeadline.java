package encore.api.authentication;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The time in which a client must say who it is. What counts is when it said so: one that waits for our answer is not
 * late.
 */
public final class AuthenticationDeadline {

    /** The time that a client has, from the opening of its connection on. */
    public static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final BooleanSupplier isKnown;
    private final Runnable tooLate;
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile boolean isTimeOver;

    /**
     * @param isKnown whether the client has authenticated
     * @param tooLate is called for a client that is late
     */
    public AuthenticationDeadline(BooleanSupplier isKnown, Runnable tooLate) {
        this.isKnown = isKnown;
        this.tooLate = tooLate;
    }

    /** Notices that a request to authenticate has arrived. {@link #answered} must follow. */
    public void arrived() {
        unanswered.incrementAndGet();
    }

    /** Notices that such a request was accepted or refused. */
    public void answered() {
        if (unanswered.decrementAndGet() == 0 && isTimeOver && !isKnown.getAsBoolean()) {
            tooLate.run();
        }
    }

    /** Notices that the time is over. */
    public void timeOut() {
        isTimeOver = true;
        if (unanswered.get() == 0 && !isKnown.getAsBoolean()) {
            tooLate.run();
        }
    }
}
