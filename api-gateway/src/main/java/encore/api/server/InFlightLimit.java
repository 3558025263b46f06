package encore.api.server;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.ChannelHandler;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** Counts the requests that are in work on all connections, and lets in no more than can be worked on. */
@Component
public class InFlightLimit {

    private final int limit;
    private final AtomicInteger inside = new AtomicInteger();
    private final Counter turnedAway;

    InFlightLimit(GatewaySettings settings, MeterRegistry meters) {
        limit = settings.inFlight();
        turnedAway = Counter.builder("encore.requests.shed")
                .description("Requests answered 503 at the door")
                .register(meters);
        Gauge.builder("encore.requests.inflight", inside, AtomicInteger::get)
                .description("Requests in work")
                .register(meters);
    }

    /** Stands in one connection. */
    ChannelHandler doorkeeper() {
        return new LoadSheddingHandler(this);
    }

    public boolean isFull() {
        return inside.get() >= limit;
    }

    void entered() {
        inside.incrementAndGet();
    }

    void left(int requests) {
        inside.addAndGet(-requests);
    }

    void turnedAway() {
        turnedAway.increment();
    }
}
