package encore.api.server;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** The memory for the heads and bodies of all requests: counts their bytes and admits no more than a limit. */
@Component
public class RequestByteBudget {

    /** The most files that are uploaded at the same time: each is in memory as a whole. */
    private static final int MAX_UPLOADS = 4;

    private final long maxBytes;
    private final Semaphore uploads = new Semaphore(MAX_UPLOADS);
    private final AtomicLong reservedBytes = new AtomicLong();

    RequestByteBudget(GatewaySettings settings, MeterRegistry meters) {
        maxBytes = settings.maxRequestBytes();
        Gauge.builder("encore.requests.bytes", this, RequestByteBudget::reservedBytes)
                .description("Bytes of requests in memory")
                .baseUnit("bytes")
                .register(meters);
    }

    /** Returns whether one more upload may begin. After true, {@link #endUpload} has to follow. */
    public boolean tryBeginUpload() {
        return uploads.tryAcquire();
    }

    public void endUpload() {
        uploads.release();
    }

    public long reservedBytes() {
        return reservedBytes.get();
    }

    /** Reserves memory and returns whether there was enough. After a success the caller must give it back. */
    public boolean tryReserve(long bytes) {
        if (reservedBytes.addAndGet(bytes) <= maxBytes) {
            return true;
        }
        reservedBytes.addAndGet(-bytes);
        return false;
    }

    public void release(long bytes) {
        reservedBytes.addAndGet(-bytes);
    }
}
