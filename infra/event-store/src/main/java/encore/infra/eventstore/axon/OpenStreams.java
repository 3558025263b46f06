package encore.infra.eventstore.axon;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoredEvent;
import encore.infra.eventstore.log.StreamHead;
import encore.kernel.StreamId;
import java.util.List;
import java.util.Set;

/** Streams as the log knows them. What exists is remembered, what is missing is asked again each time. */
public final class OpenStreams implements Streams, AutoCloseable {

    private final EventLog log;
    private final Set<String> endings;
    private final Cache<String, Boolean> open;
    private final AutoCloseable listening;

    /**
     * @param endings types of events after which a stream has ended
     * @param most how many streams are remembered
     */
    public OpenStreams(EventLog log, Set<String> endings, int most) {
        this.log = log;
        this.endings = endings;
        this.open =
                Caffeine.newBuilder().maximumSize(most).executor(Runnable::run).build();
        this.listening = log.onAppended(this::appended);
    }

    @Override
    public boolean isOpen(StreamId stream) {
        return Boolean.TRUE.equals(open.get(stream.toString(), this::look));
    }

    @SuppressWarnings("NullAway") // Caffeine's way to say that nothing is to be remembered.
    private Boolean look(String stream) {
        StreamHead head = log.streamHead(stream);
        return head == null ? null : !endings.contains(head.type());
    }

    private void appended(List<StoredEvent> events) {
        for (StoredEvent event : events) {
            if (endings.contains(event.type())) {
                // Waits for a look-up under way, whose answer may be older.
                open.put(event.stream(), false);
            }
        }
    }

    @Override
    public void close() throws Exception {
        listening.close();
    }
}
