package encore.query.projection;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoredEvent;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Up to when nothing can come any more. Keys that begin with a time lead a caller on for good, so a change must not
 * appear behind a key that was handed out: not one that the writer stamps now, nor one that is not projected yet.
 */
public final class Settled {

    private static final int AHEAD = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final EventLog log;
    private final Set<String> types;

    public Settled(EventLog log, EventCatalogue catalogue, Set<Class<?>> events) {
        this.log = log;
        this.types = events.stream().map(event -> catalogue.of(event).type()).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The last millisecond that is complete for documents of this position. Events of other types are looked past: a
     * projection's position may stand still while they go by.
     */
    public long millis(long position) {
        return millis(position, 0);
    }

    /**
     * The same; and where nothing of it is left to come, at least this.
     *
     * @param over when surely nothing more is stamped: a log that is idle has passed no more than its last stamp
     */
    public long millis(long position, long over) {
        // Documents that another process wrote may be ahead of what this one has read of the log.
        log.follow(position, PATIENCE);
        long passed = log.passed();
        List<StoredEvent> ahead = log.read(position, AHEAD);
        for (StoredEvent event : ahead) {
            if (types.contains(event.type())) {
                return Math.min(passed, event.at() - 1);
            }
        }
        return ahead.size() < AHEAD
                ? Math.max(passed, over)
                : Math.min(passed, ahead.getLast().at() - 1);
    }
}
