package encore.query.runner;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Reading;
import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Stretch;
import encore.infra.eventstore.Wanted;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads one runner's events from the log in pages of any length. The {@link EventTail} decides which readers share a
 * read.
 */
final class TailPages implements AutoCloseable {

    private static final int FULL = 1_000;

    private final Reading reading;
    private Stretch<Recorded> page = new Stretch<>(List.of(), 0);
    private int used;
    private long at;

    TailPages(EventTail tail, Wanted wanted) {
        this.reading = tail.reading(wanted);
    }

    /** Takes the events of the next {@code limit} positions after a position, or of as many as exist now. */
    Stretch<Recorded> take(long after, int limit) {
        if (after != at) {
            page = new Stretch<>(List.of(), after);
            at = after;
        }
        long wanted = after + limit;
        var taken = new ArrayList<Recorded>();
        while (at < wanted) {
            if (at == page.end()) {
                page = reading.read(at, FULL);
                used = 0;
                if (page.end() == at) {
                    break;
                }
            }
            int from = used;
            List<Recorded> events = page.events();
            while (used < events.size() && events.get(used).position() <= wanted) {
                used++;
            }
            taken.addAll(events.subList(from, used));
            at = Math.min(page.end(), wanted);
        }
        return new Stretch<>(taken, at);
    }

    @Override
    public void close() {
        reading.close();
    }
}
