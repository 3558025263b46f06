package encore.api.live;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/** Counts the bytes that wait to be sent to one client, and notices when the client has read none of them for long. */
public final class Backlog {

    /** The most bytes that may wait for a follower. With more, it is disconnected as slow. */
    public static final int MAX_BYTES = 1_024 * 1_024;

    /** From here on replays pause. The space above it has room for one page of past events. */
    private static final int FULL_BYTES = MAX_BYTES / 4;

    private static final long MAX_STALL_NANOS = Duration.ofSeconds(10).toNanos();

    private final int maxBytes;
    private final AtomicInteger pendingBytes = new AtomicInteger();
    private final LongSupplier nanos;
    private volatile long lastTaken;

    public Backlog(int most) {
        this(most, System::nanoTime);
    }

    public Backlog(int most, LongSupplier nanos) {
        this.maxBytes = most;
        this.nanos = nanos;
        this.lastTaken = nanos.getAsLong();
    }

    /** Adds bytes that wait; returns whether the total is within the limit. */
    public boolean add(int bytes) {
        int before = pendingBytes.getAndAdd(bytes);
        if (before == 0) {
            lastTaken = nanos.getAsLong();
        }
        return before + bytes <= maxBytes;
    }

    /** Removes bytes that were taken; returns whether the backlog was full before and is not full now. */
    public boolean take(int bytes) {
        lastTaken = nanos.getAsLong();
        int left = pendingBytes.addAndGet(-bytes);
        return left < FULL_BYTES && left + bytes >= FULL_BYTES;
    }

    /** Whether senders that can wait should pause. */
    public boolean isFull() {
        return pendingBytes.get() >= FULL_BYTES;
    }

    /** Whether bytes are waiting and none was taken for a long time. */
    public boolean isStalled() {
        return pendingBytes.get() > 0 && nanos.getAsLong() - lastTaken > MAX_STALL_NANOS;
    }
}
