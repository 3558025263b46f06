package encore.api.server;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** The memory for the heads and bodies of all requests: counts their bytes and admits no more than a limit. */
@Component
public class RequestByteBudget {

    private final long maxBytes;
    private final AtomicLong held = new AtomicLong();

    RequestByteBudget(GatewaySettings settings, MeterRegistry meters) {
        maxBytes = settings.maxRequestBytes();
        Gauge.builder("encore.requests.bytes", this, RequestByteBudget::held)
                .description("Bytes of requests in memory")
                .baseUnit("bytes")
                .register(meters);
    }

    public long held() {
        return held.get();
    }

    /** Reserves memory and returns whether there was enough. After a success the caller must give it back. */
    public boolean tryReserve(long bytes) {
        if (held.addAndGet(bytes) <= maxBytes) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    public void release(long bytes) {
        held.addAndGet(-bytes);
    }
}
