package encore.query.updates;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.log.EventLog;
import encore.query.documents.CompleteTime;
import encore.query.versions.ProjectionVersions;
import encore.query.versions.Projections;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * Finds the first second in which changes can still appear, which is the time that the next call asks from. It follows
 * from the positions of the projections that records are read from. Only when the log has been idle for long does it
 * follow from the clock: otherwise a caller that asks every few minutes would get a time that is too old to ask from.
 */
@Component
class NextUpdateTime {

    /** Longer than any commit takes, and than the difference of any two clocks. */
    private static final Duration IDLE = Duration.ofMinutes(30);

    /** The projections that records are read from. */
    static final List<String> SHOWN_PROJECTIONS =
            List.of(UpdatesProjection.NAME, "performances", "idols", "idol_events", "venues", "ticket_events");

    private final Projections projections;
    private final EventLog log;
    private final EventCatalogue catalogue = EventCatalogue.load();
    private final Map<String, CompleteTime> settled = new ConcurrentHashMap<>();

    NextUpdateTime(Projections projections, EventLog log) {
        this.projections = projections;
        this.log = log;
    }

    Instant at(Instant now) {
        long completeByClock = now.minus(IDLE).minus(log.timeSinceLastContact()).toEpochMilli();
        long complete = Long.MAX_VALUE;
        for (String name : SHOWN_PROJECTIONS) {
            ProjectionVersions one = projections.versions(name);
            long millis = settled.computeIfAbsent(
                            name, first -> new CompleteTime(log, catalogue, one.handlers.eventTypes()))
                    .completeUntil(one.serving().reached(), completeByClock);
            complete = Math.min(complete, millis);
        }
        return Instant.ofEpochSecond(Math.floorDiv(complete + 1, 1_000L));
    }
}
