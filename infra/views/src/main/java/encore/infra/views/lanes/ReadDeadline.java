package encore.infra.views.lanes;

import encore.infra.views.lanes.ReadStopped.Reason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The time until which a question may work, and whether its caller still waits. Work for a question calls {@link
 * #checkCurrent} at least every 10 ms. Work outside of a question (a writer, a start, a load for everybody) has no
 * deadline, and the check does nothing there.
 *
 * <p>Any thread may cancel and check.
 */
public final class ReadDeadline {

    /** Bound to the deadline of the question while it works, on each of its threads. */
    public static final ScopedValue<ReadDeadline> CURRENT = ScopedValue.newInstance();

    private final long end;
    /** The end of the fast lane's time while the question works there, else {@link #end}. */
    private volatile long laneEnd;

    private volatile boolean cancelled;

    private ReadDeadline(long end) {
        this.end = end;
        this.laneEnd = end;
    }

    /** Starts a deadline that ends after a time. */
    public static ReadDeadline after(Duration time) {
        return new ReadDeadline(System.nanoTime() + time.toNanos());
    }

    /**
     * Stops the calling work when the current question's time is over or its caller has left. It costs 30 ns: a loop of
     * small steps calls it every thousand steps.
     *
     * @throws ReadStopped in that case; nobody but the answering side catches it
     */
    public static void checkCurrent() {
        if (CURRENT.isBound()) {
            CURRENT.get().check();
        }
    }

    /**
     * Returns the nanoseconds that the current question may still work, for a wait that needs a bound. Without a
     * question it is {@link Long#MAX_VALUE}.
     */
    public static long currentRemainingNanos() {
        return CURRENT.isBound() ? CURRENT.get().remainingNanos() : Long.MAX_VALUE;
    }

    /**
     * Stops the calling work when the time is over or the caller has left.
     *
     * @throws ReadStopped in that case
     */
    public void check() {
        Reason reason = reasonToStop();
        if (reason != null) {
            throw new ReadStopped(reason);
        }
    }

    /** Returns the reason for which the work has to stop, or null while it may go on. */
    public @Nullable Reason reasonToStop() {
        if (cancelled) {
            return Reason.CANCELLED;
        }
        long now = System.nanoTime();
        if (now - end >= 0) {
            return Reason.DEADLINE;
        }
        return now - laneEnd >= 0 ? Reason.SLOW : null;
    }

    /** Returns the nanoseconds before the work has to stop, 0 when it has to stop now. */
    public long remainingNanos() {
        long now = System.nanoTime();
        return cancelled ? 0 : Math.max(0, Math.min(end - now, laneEnd - now));
    }

    /** Stops the work soon, because the caller has left. */
    public void cancel() {
        cancelled = true;
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** Lets the work go on for a time at most, though its own deadline may be later. */
    void enterFastLane(Duration time) {
        long limit = System.nanoTime() + time.toNanos();
        laneEnd = limit - end < 0 ? limit : end;
    }

    void enterSlowLane() {
        laneEnd = end;
    }
}
