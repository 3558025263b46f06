package encore.query.updates;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.log.EventLog;
import encore.query.projection.Settled;
import encore.query.versions.ProjectionVersions;
import encore.query.versions.Projections;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * Tells from which second on changes can still appear. It follows from how far each projection has come that the records
 * are read from, and the clock alone says it only of a log that has been idle for long: else who asks every few minutes
 * would be led on by a second that is too old to be asked for.
 */
@Component
class NextSecond {

    /** No commit is on its way for so long, and no two clocks differ by it. */
    private static final Duration IDLE = Duration.ofMinutes(30);

    /** The projections whose documents are shown. */
    static final List<String> READ =
            List.of(UpdatesProjection.NAME, "performances", "idols", "idol_events", "venues", "ticket_events");

    private final Projections projections;
    private final EventLog log;
    private final EventCatalogue catalogue = EventCatalogue.load();
    private final Map<String, Settled> settled = new ConcurrentHashMap<>();

    NextSecond(Projections projections, EventLog log) {
        this.projections = projections;
        this.log = log;
    }

    Instant at(Instant now) {
        long over = now.minus(IDLE).minus(log.heardAgo()).toEpochMilli();
        long complete = Long.MAX_VALUE;
        for (String name : READ) {
            ProjectionVersions one = projections.following(name);
            long millis = settled.computeIfAbsent(name, first -> new Settled(log, catalogue, one.bound.eventTypes()))
                    .millis(one.serving().reached(), over);
            complete = Math.min(complete, millis);
        }
        return Instant.ofEpochSecond(Math.floorDiv(complete + 1, 1_000L));
    }
}
