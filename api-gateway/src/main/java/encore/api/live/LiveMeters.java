package encore.api.live;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** Meters of live streams: subscribers, frames and clients that read too slowly. */
@Component
public class LiveMeters {

    private final MeterRegistry meters;
    private final AtomicInteger subscribers = new AtomicInteger();
    private final Counter frames;
    private final Counter slow;
    private final Counter unreadable;

    LiveMeters(MeterRegistry meters) {
        this.meters = meters;
        Gauge.builder("encore.live.subscribers", subscribers, AtomicInteger::get)
                .description("Streams that are followed at this gateway")
                .register(meters);
        frames = Counter.builder("encore.live.frames")
                .description("Frames for subscribers")
                .register(meters);
        slow = Counter.builder("encore.live.slow")
                .description("Connections and streams ended because the client did not read them")
                .register(meters);
        unreadable = Counter.builder("encore.live.unreadable")
                .description("Connections ended because a frame of the client could not be read")
                .register(meters);
    }

    public void registerConnections(Collection<?> open) {
        Gauge.builder("encore.rsocket.connections", open, Collection::size)
                .description("Open RSocket connections, over TCP and over WebSocket")
                .register(meters);
    }

    void addSubscribers(int more) {
        subscribers.addAndGet(more);
    }

    public void countFrame() {
        frames.increment();
    }

    public void slow() {
        slow.increment();
    }

    /** Counts a connection that ends because a frame cannot be read. */
    public void unreadable() {
        unreadable.increment();
    }
}
