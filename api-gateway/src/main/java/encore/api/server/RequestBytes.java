package encore.api.server;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** The memory for the heads and bodies of all requests: counts their bytes and admits no more than a limit. */
@Component
public class RequestBytes {

    private final long most;
    private final AtomicLong held = new AtomicLong();

    RequestBytes(GatewaySettings settings, MeterRegistry meters) {
        most = settings.mostRequestBytes();
        Gauge.builder("encore.requests.bytes", this, RequestBytes::held)
                .description("Bytes of requests in memory")
                .baseUnit("bytes")
                .register(meters);
    }

    public long held() {
        return held.get();
    }

    /** Reserves memory and returns whether there was enough. After a success the caller must give it back. */
    public boolean take(long bytes) {
        if (held.addAndGet(bytes) <= most) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    public void giveBack(long bytes) {
        held.addAndGet(-bytes);
    }
}
