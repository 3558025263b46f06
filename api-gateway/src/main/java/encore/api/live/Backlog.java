package encore.api.live;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/** Counts the bytes that wait to be sent to one client, and notices when the client has read none of them for long. */
public final class Backlog {

    /** The most bytes that may wait for a follower. With more, it is disconnected as slow. */
    public static final int MOST_BYTES = 1_024 * 1_024;

    /** From here on replays pause. The space above it has room for one page of past events. */
    private static final int FULL = MOST_BYTES / 4;

    private static final long MOST_NANOS = Duration.ofSeconds(10).toNanos();

    private final int most;
    private final AtomicInteger waiting = new AtomicInteger();
    private final LongSupplier nanos;
    private volatile long lastTaken;

    public Backlog(int most) {
        this(most, System::nanoTime);
    }

    public Backlog(int most, LongSupplier nanos) {
        this.most = most;
        this.nanos = nanos;
        this.lastTaken = nanos.getAsLong();
    }

    /** Adds bytes that wait; returns whether the total is within the limit. */
    public boolean add(int bytes) {
        int before = waiting.getAndAdd(bytes);
        if (before == 0) {
            lastTaken = nanos.getAsLong();
        }
        return before + bytes <= most;
    }

    /** Removes bytes that were taken; returns whether the backlog was full before and is not full now. */
    public boolean take(int bytes) {
        lastTaken = nanos.getAsLong();
        int left = waiting.addAndGet(-bytes);
        return left < FULL && left + bytes >= FULL;
    }

    /** Whether senders that can wait should pause. */
    public boolean isFull() {
        return waiting.get() >= FULL;
    }

    /** Whether bytes are waiting and none was taken for a long time. */
    public boolean isStuck() {
        return waiting.get() > 0 && nanos.getAsLong() - lastTaken > MOST_NANOS;
    }
}
