package encore.api.live;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** Counts subscribers, frames, and those who were too slow. */
@Component
class LiveMeters {

    private final AtomicInteger subscribers = new AtomicInteger();
    private final Counter frames;
    private final Counter slow;

    LiveMeters(MeterRegistry meters) {
        Gauge.builder("encore.live.subscribers", subscribers, AtomicInteger::get)
                .description("Streams that are followed at this gateway")
                .register(meters);
        frames = Counter.builder("encore.live.frames")
                .description("Frames for subscribers")
                .register(meters);
        slow = Counter.builder("encore.live.slow")
                .description("Connections closed because they did not read")
                .register(meters);
    }

    void subscribed(int more) {
        subscribers.addAndGet(more);
    }

    void frame() {
        frames.increment();
    }

    void slow() {
        slow.increment();
    }
}
