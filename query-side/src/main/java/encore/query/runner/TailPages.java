package encore.query.runner;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.EventSelection;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.TailReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads one runner's events from the log in pages of any length. The {@link EventTail} decides which readers share a
 * read. Events are taken under the runner's lock, which guards all fields.
 */
final class TailPages implements AutoCloseable {

    private static final int PAGE_SIZE = 1_000;

    private final TailReader tailReader;
    private EventPage<RecordedEvent> page = new EventPage<>(List.of(), 0);
    private int used;
    private long at;

    TailPages(EventTail tail, EventSelection eventSelection) {
        this.tailReader = tail.openReader(eventSelection);
    }

    /** Takes the events of the next {@code limit} positions after a position, or of as many as exist now. */
    EventPage<RecordedEvent> take(long after, int limit) {
        if (after != at) {
            page = new EventPage<>(List.of(), after);
            at = after;
        }
        long wanted = after + limit;
        var taken = new ArrayList<RecordedEvent>();
        while (at < wanted) {
            if (at == page.end()) {
                page = tailReader.read(at, PAGE_SIZE);
                used = 0;
                if (page.end() == at) {
                    break;
                }
            }
            int from = used;
            List<RecordedEvent> events = page.events();
            while (used < events.size() && events.get(used).position() <= wanted) {
                used++;
            }
            taken.addAll(events.subList(from, used));
            at = Math.min(page.end(), wanted);
        }
        return new EventPage<>(taken, at);
    }

    @Override
    public void close() {
        tailReader.close();
    }
}
