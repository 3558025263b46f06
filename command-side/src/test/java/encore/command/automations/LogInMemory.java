package encore.command.automations;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.EventSelection;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.TailReader;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.kernel.Event;
import encore.kernel.connections.ConnectionEvent;
import encore.kernel.connections.ConnectionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A log whose stamps and clock a test decides. */
final class LogInMemory implements EventTail {

    final List<RecordedEvent> events = new CopyOnWriteArrayList<>();
    private final List<Runnable> followers = new CopyOnWriteArrayList<>();
    final AtomicInteger reads = new AtomicInteger();
    final AtomicInteger openReaders = new AtomicInteger();
    final AtomicInteger clockReads = new AtomicInteger();
    final AtomicInteger settledReads = new AtomicInteger();

    /** The stamp of what is appended, in milliseconds. */
    volatile long now;

    /** The store's clock, in milliseconds; it stands still. */
    volatile long clock;

    static RecordedEvent recorded(long position, ConnectionEvent event) {
        return recorded(position, 0, event, event.connection());
    }

    private static RecordedEvent recorded(long position, long at, Event event, ConnectionId connection) {
        return new RecordedEvent(
                event,
                position,
                Instant.ofEpochMilli(at),
                connection.toString(),
                0,
                new RecordedEvent.Origin(7, "key-1", "Any", "any"));
    }

    void append(ConnectionEvent... appended) {
        List<RecordedEvent> commit = new ArrayList<>();
        for (var event : appended) {
            commit.add(recorded(events.size() + commit.size() + 1, now, event, event.connection()));
        }
        events.addAll(commit);
        followers.forEach(Runnable::run);
    }

    /** Appends a commit with a stamp. */
    void appendAt(long at, ConnectionEvent... appended) {
        now = at;
        append(appended);
    }

    void undecodable(ConnectionId connection) {
        events.add(recorded(events.size() + 1, now, new UndecodablePlaceholder("connection_requested"), connection));
    }

    @Override
    public List<RecordedEvent> read(long after, int limit) {
        reads.incrementAndGet();
        return events.stream().skip(after).limit(limit).toList();
    }

    @Override
    public TailReader openReader(EventSelection eventSelection) {
        return new TailReader() {
            @Override
            public EventPage<RecordedEvent> read(long after, int limit) {
                openReaders.set(1);
                return LogInMemory.this.read(after, limit, eventSelection);
            }

            @Override
            public void close() {
                openReaders.set(0);
            }
        };
    }

    @Override
    public long head() {
        return events.size();
    }

    @Override
    public long settledTime() {
        settledReads.incrementAndGet();
        return events.isEmpty() ? 0 : events.getLast().at().toEpochMilli();
    }

    @Override
    public long clockTime() {
        clockReads.incrementAndGet();
        return clock;
    }

    @Override
    public byte[] hashAt(long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public AutoCloseable onAppended(Set<Class<?>> types, Runnable wake) {
        followers.add(wake);
        return () -> followers.remove(wake);
    }
}
