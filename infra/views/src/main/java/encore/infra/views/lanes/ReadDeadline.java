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

    private final @Nullable ReadDeadline whole;
    private final Reason reasonAtEnd;
    private final long end;
    private volatile boolean cancelled;
    private volatile @Nullable Runnable onCancel;

    private ReadDeadline(@Nullable ReadDeadline whole, Reason reasonAtEnd, Duration time) {
        long ownEnd = System.nanoTime() + time.toNanos();
        this.whole = whole;
        if (whole != null && whole.end - ownEnd <= 0) {
            this.reasonAtEnd = whole.reasonAtEnd;
            this.end = whole.end;
        } else {
            this.reasonAtEnd = reasonAtEnd;
            this.end = ownEnd;
        }
    }

    /** Starts a deadline that ends after a time, at most a hundred years. */
    public static ReadDeadline after(Duration time) {
        return new ReadDeadline(null, Reason.DEADLINE, time);
    }

    /** Starts a deadline that ends only when the caller leaves. */
    public static ReadDeadline untilCancelled() {
        return after(Duration.ofDays(36_500));
    }

    /** Starts a deadline that ends after a time, or when this one ends. */
    public ReadDeadline within(Duration time) {
        return new ReadDeadline(this, Reason.DEADLINE, time);
    }

    /** Starts the deadline of one attempt, which has the fast lane's time and ends with this deadline at the latest. */
    ReadDeadline inFastLane(Duration time) {
        return new ReadDeadline(this, Reason.SLOW, time);
    }

    /** Starts the deadline of one attempt that has the rest of this deadline's time. */
    ReadDeadline inSlowLane() {
        return within(Duration.ofNanos(end - System.nanoTime()));
    }

    /**
     * Stops the calling work when the current question's time is over or its caller has left. It costs 30 ns: a loop of
     * small steps calls it every thousand steps.
     *
     * @throws ReadStopped in that case; only the answering side catches it
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

    /** Returns the current question's deadline, or null outside of a question. */
    public static @Nullable ReadDeadline current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
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
        if (isCancelled()) {
            return Reason.CANCELLED;
        }
        return System.nanoTime() - end >= 0 ? reasonAtEnd : null;
    }

    /** Returns the exception for work that something else stopped on behalf of this deadline. */
    public ReadStopped stopped() {
        Reason reason = reasonToStop();
        return new ReadStopped(reason == null ? reasonAtEnd : reason);
    }

    /** Returns the nanoseconds before the work has to stop, 0 when it has to stop now. */
    public long remainingNanos() {
        return isCancelled() ? 0 : Math.max(0, end - System.nanoTime());
    }

    /** Returns whether the question works in the slow lane, where it has one reader and no more. */
    public boolean isInSlowLane() {
        return reasonAtEnd != Reason.SLOW;
    }

    /** Stops the work soon, because the caller has left. */
    public void cancel() {
        cancelled = true;
        Runnable action = onCancel;
        if (action != null) {
            action.run();
        }
    }

    /** Runs an action, at least once, when the caller leaves or has left. A later action replaces it. */
    void onCancel(Runnable action) {
        if (whole != null) {
            whole.onCancel(action);
            return;
        }
        onCancel = action;
        if (cancelled) {
            action.run();
        }
    }

    private boolean isCancelled() {
        return cancelled || whole != null && whole.isCancelled();
    }
}
