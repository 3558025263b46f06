package encore.query.documents;

import static encore.kernel.Refusal.Kind.UNAVAILABLE;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Event;
import encore.kernel.Refusal;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Reads events at given positions from the log, all of them together. Personal data is read there alone, and reads as
 * null when the fan is erased.
 */
public final class EventReader {

    private static final Duration FOLLOW_TIMEOUT = Duration.ofSeconds(1);

    private final EventTail tail;
    private final EventLog log;

    public EventReader(EventTail tail, EventLog log) {
        this.tail = tail;
        this.log = log;
    }

    /** Reads the events at these positions. An event that cannot be decoded, or is of another type, is left out. */
    public Map<Long, Event> read(LongStream where, Set<Class<?>> types) {
        Map<Long, Event> found = new HashMap<>();
        readRecorded(where, types).forEach((position, recordedEvent) -> found.put(position, recordedEvent.event()));
        return found;
    }

    /** Reads the same events with their times and streams, in order. */
    public Map<Long, RecordedEvent> readRecorded(LongStream where, Set<Class<?>> types) {
        List<Long> positions = where.sorted().distinct().boxed().toList();
        Map<Long, RecordedEvent> found = LinkedHashMap.newLinkedHashMap(positions.size());
        if (!positions.isEmpty()) {
            long last = positions.getLast();
            // Rows that another process wrote may be ahead of this process's view of the log.
            log.awaitPosition(last, FOLLOW_TIMEOUT);
            if (tail.head() < last) {
                throw new Refusal(UNAVAILABLE, "not-caught-up", "This node has not read the log that far. Try again.");
            }
            for (RecordedEvent recordedEvent : tail.readAt(positions, types)) {
                if (types.contains(recordedEvent.event().getClass())) {
                    found.put(recordedEvent.position(), recordedEvent);
                }
            }
        }
        return found;
    }
}
