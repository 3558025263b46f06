package encore.api.netty;

import encore.api.server.GatewaySettings;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.ChannelHandler;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** Counts the requests in work on all connections and admits no more than a limit. */
@Component
public class InFlightLimit {

    /** One of this many places may be taken by requests for pages. */
    private static final int SHARE_OF_PAGES = 16;

    private final int limit;
    private final int limitOfPages;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger pages = new AtomicInteger();
    private final Counter rejected;

    InFlightLimit(GatewaySettings settings, MeterRegistry meters) {
        limit = settings.inFlight();
        limitOfPages = Math.max(1, limit / SHARE_OF_PAGES);
        rejected = Counter.builder("encore.requests.shed")
                .description("Requests answered with 503 because too many were in work")
                .register(meters);
        Gauge.builder("encore.inflight.requests", inFlight, AtomicInteger::get)
                .description("Requests in work")
                .register(meters);
    }

    /** Creates the handler for one connection. */
    ChannelHandler newHandler() {
        return new LoadSheddingHandler(this);
    }

    public boolean isFull() {
        return inFlight.get() >= limit;
    }

    /**
     * Whether one more request may begin. Requests for public pages may take only a small part of the places; the rest
     * is reserved for calls.
     */
    boolean hasRoom(boolean call) {
        return !isFull() && (call || pages.get() < limitOfPages);
    }

    void started(boolean call) {
        inFlight.incrementAndGet();
        if (!call) {
            pages.incrementAndGet();
        }
    }

    void finished(boolean call) {
        inFlight.decrementAndGet();
        if (!call) {
            pages.decrementAndGet();
        }
    }

    void rejected() {
        rejected.increment();
    }
}
