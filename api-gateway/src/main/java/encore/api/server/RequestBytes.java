package encore.api.server;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** Counts the bytes of requests that are held anywhere, so that all together never take more memory than there is. */
@Component
public class RequestBytes {

    private final long most;
    private final AtomicLong held = new AtomicLong();

    RequestBytes(GatewaySettings settings, MeterRegistry meters) {
        most = settings.mostRequestBytes();
        Gauge.builder("encore.requests.bytes", this, RequestBytes::held)
                .description("Bytes of requests that are held")
                .baseUnit("bytes")
                .register(meters);
    }

    public long held() {
        return held.get();
    }

    /** Whether there is room for so many more; whoever gets it gives it back. */
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
