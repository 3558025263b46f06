package encore.query.answering;

import encore.infra.backend.Control;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Stretch;
import encore.query.versions.ProjectionVersions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * Measures how long ago projections knew everything that the log had for them: not by the last event they saw, but by
 * the last time they heard from the log.
 */
final class Freshness {

    private static final Logger LOG = LoggerFactory.getLogger(Freshness.class);
    private static final Duration EVERY = Duration.ofMillis(200);

    /** A projection that is further behind counts as late, whatever events are in between. */
    private static final int LOOKED_THROUGH = 10_000;

    private final EventTail tail;
    private final List<ProjectionVersions> sources;
    private volatile long asOf = System.nanoTime() - Duration.ofDays(1).toNanos();

    Freshness(EventTail tail, List<ProjectionVersions> sources) {
        this.tail = tail;
        this.sources = sources;
    }

    Flux<Control> pulses() {
        return Flux.interval(EVERY, Schedulers.boundedElastic())
                .onBackpressureDrop()
                .map(tick -> pulse());
    }

    Control pulse() {
        long heard = System.nanoTime() - tail.heardAgo().toNanos();
        if (sources.stream().allMatch(this::knowsAll)) {
            asOf = heard;
        }
        return new Control.Pulse(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - asOf));
    }

    /**
     * Returns whether a projection has all of its events. Events of other types may not be counted in its position yet,
     * here or on the node that writes the documents.
     */
    private boolean knowsAll(ProjectionVersions source) {
        long head = tail.head();
        long reached = source.serving().reached();
        if (reached >= head) {
            return true;
        }
        try {
            Stretch<Recorded> missing = tail.read(reached, LOOKED_THROUGH, source.bound.wanted());
            return missing.events().isEmpty() && missing.end() >= head;
        } catch (RuntimeException e) {
            LOG.debug(
                    "The events after a projection's position could not be read: {}",
                    e.getClass().getName());
            return false;
        }
    }
}
