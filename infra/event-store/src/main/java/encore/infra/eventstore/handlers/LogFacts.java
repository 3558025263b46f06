package encore.infra.eventstore.handlers;

import encore.infra.eventstore.Facts;
import encore.infra.eventstore.axon.LogEventStore;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.kernel.Event;
import encore.kernel.StreamId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records and finds facts in the log. */
public final class LogFacts implements Facts {

    /** How long to wait for an event that another process has just written. */
    private static final Duration MAX_WAIT = Duration.ofMillis(200);

    private final LogEventStore store;
    private final EventLog log;
    private final EventCodec codec;

    public LogFacts(LogEventStore store, EventLog log, EventCodec codec) {
        this.store = store;
        this.log = log;
        this.codec = codec;
    }

    @Override
    public void record(StreamId stream, Event event) {
        store.record(stream, 0, event);
    }

    @Override
    public void end(StreamId stream, long sequence, Event.FinalEvent event) {
        store.record(stream, sequence, event);
    }

    @Override
    public <E extends Event> @Nullable E eventAt(long position, Class<E> type) {
        log.awaitPosition(position, MAX_WAIT);
        List<StoredEvent> found = position < 1 || position > log.head() ? List.of() : log.read(position - 1, 1);
        return found.isEmpty()
                        || !found.getFirst()
                                .type()
                                .equals(codec.catalogue().of(type).type())
                ? null
                : type.cast(codec.decode(found.getFirst()).event());
    }
}
