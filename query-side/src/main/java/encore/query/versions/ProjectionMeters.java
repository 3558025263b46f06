package encore.query.versions;

import encore.infra.eventstore.EventTail;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes metrics of the serving version of each projection: its position, how late it is, and its dead letters. Dead
 * letters are counted in the store. A thread counts them at most every ten seconds, so that metrics are collected while
 * the store is unreachable too.
 */
final class ProjectionMeters {

    private static final Logger LOG = LoggerFactory.getLogger(ProjectionMeters.class);
    private static final long COUNT_INTERVAL = Duration.ofSeconds(10).toNanos();

    private final Projections projections;
    private final EventTail tail;
    private final Map<String, Integer> deadLetters = new ConcurrentHashMap<>();
    private final AtomicLong countedAt = new AtomicLong(System.nanoTime() - COUNT_INTERVAL);

    ProjectionMeters(Projections projections, EventTail tail) {
        this.projections = projections;
        this.tail = tail;
    }

    void register(MeterRegistry meters) {
        for (ProjectionVersions one : projections.versions()) {
            gauge("encore.projection.position.events", one, ProjectionMeters::reached)
                    .description("Position of the last event that the serving documents contain")
                    .register(meters);
            gauge("encore.projection.lag.events", one, it -> Math.max(0, tail.head() - reached(it)))
                    .description("Events that the serving documents are behind the log")
                    .register(meters);
            gauge("encore.projection.lag.seconds", one, it -> tail.secondsBehind(reached(it)))
                    .description(
                            "Age of the first event that the serving documents do not contain; 0 when there is none")
                    .register(meters);
            gauge("encore.projection.dead.letters", one, it -> deadLetters(name(it)))
                    .description(
                            "Events that the serving version could not apply, at most 1000; counted every 10 seconds")
                    .register(meters);
        }
    }

    private static Gauge.Builder<ProjectionVersions> gauge(
            String name, ProjectionVersions one, ToDoubleFunction<ProjectionVersions> value) {
        return Gauge.builder(name, one, value).tag("projection", name(one));
    }

    private static String name(ProjectionVersions one) {
        return one.handlers.name;
    }

    private static long reached(ProjectionVersions one) {
        return one.serving().reached();
    }

    private int deadLetters(String projection) {
        long last = countedAt.get();
        long now = System.nanoTime();
        if (now - last >= COUNT_INTERVAL && countedAt.compareAndSet(last, now)) {
            Thread.ofPlatform().daemon().name("dead-letter-count").start(this::count);
        }
        return deadLetters.getOrDefault(projection, 0);
    }

    private void count() {
        try {
            deadLetters.putAll(projections.countDeadLetters());
        } catch (RuntimeException failed) {
            LOG.debug("Dead letters could not be counted: {}", String.valueOf(failed));
        }
    }
}
