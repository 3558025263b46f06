package encore.query.projection;

import static encore.kernel.Refusal.Kind.UNAVAILABLE;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Wanted;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Event;
import encore.kernel.Refusal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Reads in the log what the events of a page's rows say, a stretch of neighbours at once. What is personal is read there
 * alone, and reads as null when the fan is erased.
 */
public final class EventsAt {

    /** Passing over as many events of other types costs less than another read. */
    private static final int GAP = 64;

    private static final int STRETCH = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final EventTail tail;
    private final EventLog log;

    public EventsAt(EventTail tail, EventLog log) {
        this.tail = tail;
        this.log = log;
    }

    /** One that cannot be decoded, or is of another type, is not there. */
    public Map<Long, Event> read(LongStream where, Set<Class<?>> types) {
        long[] positions = where.sorted().distinct().toArray();
        Map<Long, Event> found = new HashMap<>();
        if (positions.length > 0) {
            // Rows that another process wrote may be ahead of what this one has read of the log.
            log.follow(positions[positions.length - 1], PATIENCE);
        }
        for (int from = 0; from < positions.length; ) {
            int to = from;
            while (to + 1 < positions.length
                    && positions[to + 1] - positions[to] <= GAP
                    && positions[to + 1] - positions[from] < STRETCH) {
                to++;
            }
            stretch(positions[from], positions[to], types, found);
            from = to + 1;
        }
        return found;
    }

    private void stretch(long first, long last, Set<Class<?>> types, Map<Long, Event> found) {
        for (long after = first - 1; after < last; ) {
            var read = tail.read(after, Math.toIntExact(last - after), Wanted.whole(types));
            for (Recorded recorded : read.events()) {
                if (types.contains(recorded.event().getClass())) {
                    found.put(recorded.position(), recorded.event());
                }
            }
            if (read.end() == after) {
                throw new Refusal(UNAVAILABLE, "not-caught-up", "The log is being caught up with; try again.");
            }
            after = read.end();
        }
    }
}
