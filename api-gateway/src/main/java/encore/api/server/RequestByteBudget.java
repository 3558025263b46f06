package encore.api.server;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** The memory for the heads and bodies of all requests: counts their bytes and admits no more than a limit. */
@Component
public class RequestByteBudget {

    private final long maxBytes;
    private final AtomicLong reservedBytes = new AtomicLong();

    RequestByteBudget(GatewaySettings settings, MeterRegistry meters) {
        maxBytes = settings.maxRequestBytes();
        Gauge.builder("encore.requests.bytes", this, RequestByteBudget::reservedBytes)
                .description("Bytes of requests in memory")
                .baseUnit("bytes")
                .register(meters);
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
