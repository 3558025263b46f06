package encore.infra.backend;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The context of one HTTP call or socket frame: its request ids, the freshness that its reads need, and the position of
 * its writes.
 */
public final class RequestContext {

    private static final Duration MAX_WAIT_FOR_OWN_WRITES = Duration.ofSeconds(5);

    private final @Nullable String key;
    private final @Nullable String fingerprint;
    private final long minPosition;
    private final Duration maxWait;
    private final boolean strict;
    private final AtomicInteger ordinal = new AtomicInteger();
    private final AtomicLong position = new AtomicLong();
    private final AtomicLong lag = new AtomicLong();
    private final AtomicLong required = new AtomicLong();
    private final AtomicLong readPosition = new AtomicLong();
    private volatile @Nullable IfMatch ifMatch;
    private volatile boolean hasDecided;
    private volatile boolean hasRepeated;

    /** The call whose command this is; null for a context of a call. */
    private final @Nullable RequestContext call;

    /**
     * @param key {@code <account>:<Idempotency-Key>}, or null
     * @param fingerprint identifies the content of the request with this key
     * @param minPosition the least position for reads and for deciding commands; 0 for any
     * @param maxWait the longest time that a read waits for that position
     * @param strict whether a read fails (503) when the position is not reached in time; otherwise it answers with its
     *     lag
     */
    public RequestContext(
            @Nullable String key, @Nullable String fingerprint, long minPosition, Duration maxWait, boolean strict) {
        this.key = key;
        this.fingerprint = fingerprint;
        this.minPosition = minPosition;
        this.maxWait = maxWait;
        this.strict = strict;
        this.call = null;
    }

    /** Sets the precondition of the call's first command. */
    public RequestContext require(@Nullable IfMatch precondition) {
        ifMatch = precondition;
        return this;
    }

    private RequestContext(RequestContext call) {
        this.key = call.nextRequestId();
        this.fingerprint = call.fingerprint;
        this.minPosition = call.minPosition();
        this.maxWait = call.maxWait();
        this.strict = call.strict();
        this.ifMatch = call.takeIfMatch();
        this.call = call;
    }

    /** Returns a context without a request id, for commands that change nothing: a repeat of the request looks again. */
    public RequestContext forLookUp() {
        return new RequestContext(null, null, minPosition(), maxWait(), strict());
    }

    /**
     * Returns a context for the next command of this call, which may have to be sent several times. Each time it has the
     * same request id, so it is honoured once.
     */
    public RequestContext forNextCommand() {
        return new RequestContext(this);
    }

    /** Returns a context without key and minimum position, for tests and for the system's own work. */
    public static RequestContext defaults() {
        return new RequestContext(null, null, 0, Duration.ofSeconds(1), false);
    }

    /** Returns the id of this call's next command, {@code <key>/<ordinal>}; null without a key. */
    public @Nullable String nextRequestId() {
        return key == null || call != null ? key : key + "/" + ordinal.getAndIncrement();
    }

    /** Whether a command is still to come that has a precondition. */
    public boolean hasIfMatch() {
        return ifMatch != null;
    }

    /**
     * Returns the precondition of the next command, which only the first one of a call has; null for none. A command that
     * is sent several times has it each time.
     */
    public @Nullable IfMatch takeIfMatch() {
        IfMatch precondition = ifMatch;
        if (call == null && precondition != null) {
            ifMatch = null;
        }
        return precondition;
    }

    public @Nullable String fingerprint() {
        return fingerprint;
    }

    /**
     * Returns the least position for reads and for deciding commands: the caller's minimum, or this call's last write
     * when that is later.
     */
    public long minPosition() {
        return Math.max(Math.max(minPosition, required.get()), position.get());
    }

    /** Demands a position of the reads that follow: they fail (503) when it is not reached in time. */
    public void requirePosition(long least) {
        required.accumulateAndGet(least, Math::max);
    }

    /**
     * Returns the longest wait for the minimum position. After a write of this call it is longer: without that write
     * there would be nothing to answer.
     */
    public Duration maxWait() {
        return hasWritten() && maxWait.compareTo(MAX_WAIT_FOR_OWN_WRITES) < 0 ? MAX_WAIT_FOR_OWN_WRITES : maxWait;
    }

    public boolean strict() {
        return strict || hasWritten() || required.get() > minPosition;
    }

    private boolean hasWritten() {
        return position.get() > 0;
    }

    /** Notes a command of this call: its position, and whether its answer is that of an earlier request. */
    public void recordCommand(long written, boolean isRepeat) {
        recordPosition(written);
        RequestContext whole = call == null ? this : call;
        if (isRepeat) {
            whole.hasRepeated = true;
        } else {
            whole.hasDecided = true;
        }
    }

    /** Whether this call repeated an earlier one with its key, and decided nothing. */
    public boolean isRepeat() {
        return key != null && hasRepeated && !hasDecided;
    }

    /** Notes the position of a command of this call. */
    public void recordPosition(long written) {
        position.accumulateAndGet(written, Math::max);
        if (call != null) {
            call.recordPosition(written);
        }
    }

    /** Returns the position of this call's last event, 0 when it wrote nothing. */
    public long position() {
        return position.get();
    }

    /** Notes the position of an answer of this call; 0 if it is not known. */
    public void recordRead(long position) {
        if (position > 0) {
            readPosition.accumulateAndGet(position, (least, next) -> least == 0 ? next : Math.min(least, next));
        }
    }

    /** Returns the least position that this call's reads were answered at, 0 when there was none. */
    public long readPosition() {
        return readPosition.get();
    }

    /** Notes that a read of this call was answered this many events behind the wanted position. */
    public void recordLag(long events) {
        lag.accumulateAndGet(events, Math::max);
    }

    public long lag() {
        return lag.get();
    }
}
