package encore.query.runner;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A tail of events that a test appends, so that the query side is tried without a log. */
public final class MemoryTail implements EventTail {

    private static final RecordedEvent.Origin ORIGIN = new RecordedEvent.Origin(1, "test", "Test", "test");

    private final List<RecordedEvent> events = new ArrayList<>();
    private final List<Integer> leaves = new ArrayList<>();
    private final Map<String, Long> sequences = new HashMap<>();
    private final List<Follower> followers = new CopyOnWriteArrayList<>();
    private long eventsRead;
    private volatile long unreadableFrom = Long.MAX_VALUE;
    private volatile Duration heardAgo = Duration.ZERO;

    private record Follower(Set<Class<?>> types, Runnable wake) {}

    public long append(String stream, Event event) {
        long position;
        synchronized (this) {
            position = events.size() + 1L;
            leaves.add(Objects.hash(stream, event.toString()));
            long sequence = sequences.merge(stream, 1L, Long::sum) - 1;
            events.add(new RecordedEvent(
                    event, position, Instant.ofEpochMilli(1_750_000_000_000L + position), stream, sequence, ORIGIN));
        }
        followers.stream()
                .filter(follower -> follower.types.contains(event.getClass()))
                .forEach(follower -> follower.wake.run());
        return position;
    }

    /** Tells what happened otherwise from now on, as a log does whose keys were destroyed. */
    public synchronized void rewrite(UnaryOperator<Event> events) {
        this.events.replaceAll(one -> new RecordedEvent(
                events.apply(one.event()), one.position(), one.at(), one.stream(), one.sequence(), one.origin()));
    }

    /** Loses the events after a position, as a log does whose end was cut off. */
    public synchronized void cut(int position) {
        events.subList(position, events.size()).clear();
        leaves.subList(position, leaves.size()).clear();
    }

    /** Makes reading fail, as a log does whose file cannot be read. */
    public void broken(boolean now) {
        unreadableFrom(now ? 0 : Long.MAX_VALUE);
    }

    /** The same for the events after a position. */
    public void unreadableFrom(long position) {
        unreadableFrom = position;
    }

    /** The same tail as a process sees it whose log follows no more when the condition holds. */
    public EventTail brokenWhen(BooleanSupplier condition) {
        return new EventTail() {
            @Override
            public List<RecordedEvent> read(long after, int limit) {
                return MemoryTail.this.read(after, limit);
            }

            @Override
            public long head() {
                return MemoryTail.this.head();
            }

            @Override
            public byte[] hashAt(long position) {
                return MemoryTail.this.hashAt(position);
            }

            @Override
            public boolean isBroken() {
                return condition.getAsBoolean();
            }

            @Override
            public AutoCloseable onAppended(Set<Class<?>> types, Runnable wake) {
                return MemoryTail.this.onAppended(types, wake);
            }
        };
    }

    /** Counts the events that are read from now on. */
    public synchronized void countReads() {
        eventsRead = 0;
    }

    /** Returns how many events were read since {@link #countReads}. */
    public synchronized long eventsRead() {
        return eventsRead;
    }

    /** From now on nothing was heard of the log for so long. */
    public void heardAgo(Duration ago) {
        heardAgo = ago;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public Duration timeSinceLastContact() {
        return heardAgo;
    }

    @Override
    public synchronized List<RecordedEvent> read(long after, int limit) {
        if (after >= unreadableFrom) {
            throw new IllegalStateException("The log cannot be read");
        }
        int from = (int) Math.min(events.size(), after);
        int to = (int) Math.min(events.size(), (long) from + Math.min(limit, 1_000));
        eventsRead += to - from;
        return List.copyOf(events.subList(from, to));
    }

    @Override
    public synchronized byte[] hashAt(long position) {
        return ByteBuffer.allocate(Integer.BYTES)
                .putInt(leaves.subList(0, (int) position).hashCode())
                .array();
    }

    @Override
    public synchronized long head() {
        return events.size();
    }

    @Override
    public AutoCloseable onAppended(Set<Class<?>> types, Runnable wake) {
        var follower = new Follower(types, wake);
        followers.add(follower);
        return () -> followers.remove(follower);
    }
}
