package encore.api.server;

import encore.api.problems.Problem;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/**
 * Limits how much of one request's body is read: little before the caller's key is known, and only as much as the
 * memory for all requests allows.
 */
public final class BodyLimit {

    /** The most bytes that a body may have. */
    public static final int MAX_BYTES = 1 << 20;

    /**
     * The most bytes before a valid key was seen: enough for a login, or for a small call with its keys in the body.
     */
    public static final int MAX_BYTES_BEFORE_KEY = 16 << 10;

    /** A body that is too large, but by no more than this factor, is read to its end before it is refused. */
    private static final long DRAIN_FACTOR = 32;

    private static final String ATTRIBUTE = BodyLimit.class.getName();

    private final @Nullable RequestByteBudget requestByteBudget;
    private final AtomicLong reserved = new AtomicLong();
    private volatile int maxBytes = MAX_BYTES_BEFORE_KEY;
    private volatile boolean isUpload;

    private BodyLimit(@Nullable RequestByteBudget requestByteBudget) {
        this.requestByteBudget = requestByteBudget;
    }

    /** Returns the limit of an exchange. */
    public static BodyLimit of(ServerWebExchange exchange) {
        BodyLimit bodyLimit = exchange.getAttribute(ATTRIBUTE);
        return bodyLimit == null ? create(exchange, null) : bodyLimit;
    }

    /** Creates the limit of an exchange. Its creator releases it when the request was answered or cancelled. */
    public static BodyLimit create(ServerWebExchange exchange, @Nullable RequestByteBudget requestByteBudget) {
        BodyLimit bodyLimit = new BodyLimit(requestByteBudget);
        exchange.getAttributes().put(ATTRIBUTE, bodyLimit);
        return bodyLimit;
    }

    /** Allows the whole body, because the caller was identified without it. */
    public void allowWholeBody() {
        maxBytes = MAX_BYTES;
    }

    /**
     * Allows the body of an upload, because the caller was identified without it; throws a {@link Problem} when too many
     * uploads are running.
     */
    public void allowUpload(int bytes) {
        if (requestByteBudget != null && !requestByteBudget.tryBeginUpload()) {
            throw Problem.unavailable(
                    "overloaded", "Too many files are being uploaded; try again soon.", Duration.ofSeconds(1));
        }
        isUpload = true;
        maxBytes = bytes;
    }

    /** Whether the body is a file, and neither a form nor JSON. */
    public boolean isUpload() {
        return isUpload;
    }

    public int maxBytes() {
        return maxBytes;
    }

    /**
     * Returns the bytes of a body that are read to its end though it is too large: its sender may read no answer before
     * it has sent everything.
     */
    public long maxDrainedBytes() {
        return Math.min((long) maxBytes, MAX_BYTES) * DRAIN_FACTOR;
    }

    /** Reserves memory for more bytes; throws a {@link Problem} when there is none. */
    public void reserve(int bytes) {
        if (requestByteBudget == null) {
            return;
        }
        if (!requestByteBudget.tryReserve(bytes)) {
            throw Problem.unavailable(
                    "overloaded", "Too many bytes of requests are in memory; try again soon.", Duration.ofSeconds(1));
        }
        reserved.addAndGet(bytes);
    }

    /** Releases all reserved memory, when the bytes of the request are dropped. */
    public void release() {
        long bytes = reserved.getAndSet(0);
        if (requestByteBudget != null) {
            requestByteBudget.release(bytes);
        }
    }

    /** Releases everything, at the end of the request. */
    public void end() {
        release();
        if (isUpload && requestByteBudget != null) {
            isUpload = false;
            requestByteBudget.endUpload();
        }
    }
}
