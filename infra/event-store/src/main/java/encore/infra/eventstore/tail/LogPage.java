package encore.infra.eventstore.tail;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.StoredEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A page of a thousand positions that lie before the log's head. It is read once for all readers, and each of its
 * events is decoded once.
 */
final class LogPage {

    static final int SIZE = EventLog.LARGEST_PAGE;

    /** The assumed size of a page that is not read yet. */
    private static final long ESTIMATED_BYTES = 500_000;

    private final EventLog log;
    private final EventCodec codec;
    private final long after;

    @GuardedBy("this")
    private final Set<String> types = new HashSet<>();

    @GuardedBy("this")
    private final List<CachedEvent> events = new ArrayList<>();

    /** The event types in this page. It spares decoding: of some fifty readers, most want nothing of most pages. */
    @GuardedBy("this")
    private final Set<String> presentTypes = new HashSet<>();

    private volatile long bytes = ESTIMATED_BYTES;
    private volatile boolean requested;

    LogPage(EventLog log, EventCodec codec, long number) {
        this.log = log;
        this.codec = codec;
        this.after = number * SIZE;
    }

    static long number(long after) {
        return after / SIZE;
    }

    /** Returns the last position of a page. */
    static long end(long number) {
        return (number + 1) * SIZE;
    }

    long bytes() {
        return bytes;
    }

    /**
     * Returns the events of these types after a position. Other readers of the page wait meanwhile, and find the events
     * decoded.
     *
     * @param impersonal the event types whose personal fields are read as null
     * @param together the types that the other readers of this page want; the same query reads them
     * @return null when the store does not show the whole page yet
     */
    @Nullable
    EventPage<RecordedEvent> read(
            long from, long upTo, Set<String> wanted, Set<String> impersonal, Set<String> together) {
        requested = true;
        synchronized (this) {
            if (!types.containsAll(wanted) && !load(wanted, together)) {
                return null;
            }
            long last = Math.min(upTo, after + SIZE);
            return new EventPage<>(decoded(from, last, wanted, impersonal), last);
        }
    }

    private synchronized List<RecordedEvent> decoded(long from, long last, Set<String> wanted, Set<String> impersonal) {
        if (Collections.disjoint(wanted, presentTypes)) {
            return List.of();
        }
        List<CachedEvent> own = events.stream()
                .filter(event -> event.stored.position() > from
                        && event.stored.position() <= last
                        && wanted.contains(event.stored.type()))
                .toList();
        return CachedEvent.recorded(own, codec, impersonal);
    }

    /**
     * Reads the page ahead of its reader. It also decodes the events, unless the reader has already asked for the page:
     * then the reader decodes them itself, and the work is not done twice.
     */
    void fetch(Set<String> wanted, Set<String> impersonal, Set<String> together) {
        boolean read;
        synchronized (this) {
            read = types.containsAll(wanted) || load(wanted, together);
        }
        if (read && !requested) {
            decoded(after, after + SIZE, wanted, impersonal);
        }
    }

    @GuardedBy("this")
    private boolean load(Set<String> wanted, Set<String> together) {
        Set<String> missing = new HashSet<>(wanted);
        missing.addAll(together);
        missing.removeAll(types);
        EventPage<StoredEvent> read = log.read(after, SIZE, missing);
        if (read.end() != after + SIZE) {
            return false;
        }
        for (StoredEvent event : read.events()) {
            events.add(new CachedEvent(event));
            presentTypes.add(event.type());
        }
        if (!types.isEmpty()) {
            events.sort(Comparator.comparingLong(event -> event.stored.position()));
        }
        types.addAll(missing);
        bytes = events.stream().mapToLong(CachedEvent::bytes).sum();
        return true;
    }
}
