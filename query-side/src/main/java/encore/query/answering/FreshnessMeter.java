package encore.query.answering;

import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
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
final class FreshnessMeter {

    private static final Logger LOG = LoggerFactory.getLogger(FreshnessMeter.class);
    private static final Duration PULSE_INTERVAL = Duration.ofMillis(200);

    /** A projection that is further behind counts as late, whatever events are in between. */
    private static final int MAX_EVENTS_CHECKED = 10_000;

    private final EventTail tail;
    private final List<ProjectionVersions> sources;
    private volatile long completeAt = System.nanoTime() - Duration.ofDays(1).toNanos();

    FreshnessMeter(EventTail tail, List<ProjectionVersions> sources) {
        this.tail = tail;
        this.sources = sources;
    }

    Flux<ControlMessage> pulses() {
        return Flux.interval(PULSE_INTERVAL, Schedulers.boundedElastic())
                .onBackpressureDrop()
                .map(tick -> pulse());
    }

    ControlMessage pulse() {
        long heard = System.nanoTime() - tail.timeSinceLastContact().toNanos();
        if (sources.stream().allMatch(this::isComplete)) {
            completeAt = heard;
        }
        return new ControlMessage.Pulse(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - completeAt));
    }

    /**
     * Returns whether a projection has all of its events. Events of other types may not be counted in its position yet,
     * here or on the node that writes the documents.
     */
    private boolean isComplete(ProjectionVersions source) {
        long head = tail.head();
        long reached = source.serving().reached();
        if (reached >= head) {
            return true;
        }
        try {
            EventPage<RecordedEvent> missing = tail.read(reached, MAX_EVENTS_CHECKED, source.handlers.eventSelection());
            return missing.events().isEmpty() && missing.end() >= head;
        } catch (RuntimeException e) {
            LOG.debug(
                    "The events after a projection's position could not be read: {}",
                    e.getClass().getName());
            return false;
        }
    }
}
