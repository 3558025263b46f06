package encore.query.documents;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.StoredEvent;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Determines the time up to which no further event can appear. Callers page by keys that begin with a time, so a change
 * must not appear before a key that was already returned: neither an event that the writer stamps now, nor one that is
 * not projected yet.
 */
public final class CompleteTime {

    private static final int MAX_EVENTS_AHEAD = 1_000;
    private static final Duration FOLLOW_TIMEOUT = Duration.ofSeconds(1);

    private final EventLog log;
    private final Set<String> types;

    public CompleteTime(EventLog log, EventCatalogue catalogue, Set<Class<?>> events) {
        this.log = log;
        this.types = events.stream().map(event -> catalogue.of(event).type()).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns the last millisecond that is complete for documents of this position. Events of other types are skipped:
     * a projection's position may stand still while they are appended.
     */
    public long completeUntil(long position) {
        return completeUntil(position, 0);
    }

    /**
     * Returns the same, but at least {@code over} when no relevant event is left to come.
     *
     * @param atLeast a time for which certainly no further event is stamped; an idle log itself has only passed its last
     *     stamp
     */
    public long completeUntil(long position, long atLeast) {
        // Documents that another process wrote may be ahead of this process's view of the log.
        log.awaitPosition(position, FOLLOW_TIMEOUT);
        long passed = log.settledTime();
        List<StoredEvent> ahead = log.read(position, MAX_EVENTS_AHEAD);
        for (StoredEvent event : ahead) {
            if (types.contains(event.type())) {
                return Math.min(passed, event.at() - 1);
            }
        }
        return ahead.size() < MAX_EVENTS_AHEAD
                ? Math.max(passed, atLeast)
                : Math.min(passed, ahead.getLast().at() - 1);
    }
}
