package encore.infra.backend;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One HTTP call or socket frame: its request ids, how fresh its reads must be, and how far its writes came. */
public final class RequestContext {

    private static final Duration FOR_OWN = Duration.ofSeconds(5);

    private final @Nullable String key;
    private final @Nullable String fingerprint;
    private final long minPosition;
    private final Duration patience;
    private final boolean strict;
    private final AtomicInteger ordinal = new AtomicInteger();
    private final AtomicLong position = new AtomicLong();
    private final AtomicLong lag = new AtomicLong();

    /**
     * @param key {@code <account>:<Idempotency-Key>}, or null
     * @param fingerprint of the whole request, beside the key
     * @param minPosition that reads must have reached, and commands are decided behind; 0 for any
     * @param patience how long a read waits for it
     * @param strict whether a read that is not there in time fails (503) or answers with its lag
     */
    public RequestContext(
            @Nullable String key, @Nullable String fingerprint, long minPosition, Duration patience, boolean strict) {
        this.key = key;
        this.fingerprint = fingerprint;
        this.minPosition = minPosition;
        this.patience = patience;
        this.strict = strict;
    }

    /** A call that needs nothing of all this: for tests and for work of the system's own. */
    public static RequestContext plain() {
        return new RequestContext(null, null, 0, Duration.ofSeconds(1), false);
    }

    /** The id of this call's next command, {@code <key>/<ordinal>}; null without a key. */
    public @Nullable String nextRequestId() {
        return key == null ? null : key + "/" + ordinal.getAndIncrement();
    }

    public @Nullable String fingerprint() {
        return fingerprint;
    }

    /**
     * Returns what a read must have reached, and a command is decided behind: the caller's minimum, and this call's own
     * writes.
     */
    public long minPosition() {
        return Math.max(minPosition, position.get());
    }

    /** What this call itself wrote is waited for longer: without it there would be nothing to answer. */
    public Duration patience() {
        return hasWritten() && patience.compareTo(FOR_OWN) < 0 ? FOR_OWN : patience;
    }

    public boolean strict() {
        return strict || hasWritten();
    }

    private boolean hasWritten() {
        return position.get() > 0;
    }

    /** A command of this call stands at this position. */
    public void reached(long written) {
        position.accumulateAndGet(written, Math::max);
    }

    /** The position of this call's last event, 0 when it wrote nothing. */
    public long position() {
        return position.get();
    }

    /** A read of this call was answered this many events behind what it wanted. */
    public void lagged(long events) {
        lag.accumulateAndGet(events, Math::max);
    }

    public long lag() {
        return lag.get();
    }
}
