package encore.infra.eventstore.axon;

import static java.util.stream.Collectors.toUnmodifiableSet;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Reading;
import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Stretch;
import encore.infra.eventstore.Wanted;
import encore.infra.eventstore.axon.ReadTogether.Reader;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoredEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the end of the log in a ring in memory. An event is kept as written, decoded by its first reader, and shared by
 * all readers.
 */
public final class RingTail implements EventTail, AutoCloseable {

    private static final int PAGE = 1_000;
    private static final long MOST_BYTES = 32L << 20;

    /** This many events are kept however old they are, for followers that read seldom. */
    private static final int LEAST = 512;

    /**
     * Events beyond {@link #LEAST} are kept for this long: a follower that is committing a batch may have missed them.
     * Events that all followers have read only cost copying in garbage collections.
     */
    private static final Duration HELD_FOR = Duration.ofMillis(250);

    /**
     * The number of appends whose types are remembered: enough for a follower that wants none of the events and is
     * woken once a second.
     */
    private static final int APPENDS = 4_096;

    /**
     * A durable event is announced within some hundred microseconds. Longer than this means that something is wrong.
     */
    private static final long LONGEST_WAY = Duration.ofMillis(2).toNanos();

    private static final long LOOK = TimeUnit.MICROSECONDS.toNanos(100);

    private final EventLog log;
    private final EventCodec codec;
    private final AtomicReferenceArray<@Nullable HeldEvent> ring;
    private final Followers followers = new Followers();
    private final AutoCloseable listening;
    private final SharedReadings readings;
    private final RecentTypes types = new RecentTypes(APPENDS);

    /** The ring contains every position after this one, up to the head. */
    private volatile long heldAfter;

    private volatile long head;

    private final long mostBytes;
    private final int least;
    private final long heldForMillis;
    private long bytes;

    /** @param size the maximum number of events in memory; large or old events make it fewer */
    public RingTail(EventLog log, EventCodec codec, int size) {
        this(log, codec, size, MOST_BYTES, LEAST, HELD_FOR);
    }

    RingTail(EventLog log, EventCodec codec, int size, long mostBytes, int least, Duration heldFor) {
        this.mostBytes = mostBytes;
        this.least = least;
        this.heldForMillis = heldFor.toMillis();
        this.log = log;
        this.codec = codec;
        this.readings = new SharedReadings(log, codec);
        this.ring = new AtomicReferenceArray<>(size);
        this.heldAfter = Long.MAX_VALUE;
        this.listening = log.onAppended(this::appended);
    }

    @Override
    public long head() {
        return Math.max(head, log.head());
    }

    @Override
    public boolean shared() {
        return log.shared();
    }

    @Override
    public Duration heardAgo() {
        return log.heardAgo();
    }

    @Override
    public boolean isBroken() {
        return log.isBroken();
    }

    @Override
    public List<Recorded> read(long after, int limit) {
        Stretch<Recorded> recent = recent(after, limit, null, Set.of());
        if (recent != null) {
            return recent.events();
        }
        return codec.decodeOrMark(log.read(after, Math.min(limit, PAGE)), Set.of());
    }

    @Override
    public Stretch<Recorded> read(long after, int limit, Wanted wanted) {
        return read(after, limit, names(wanted.all()), names(wanted.impersonal()));
    }

    private Stretch<Recorded> read(long after, int limit, Set<String> names, Set<String> impersonal) {
        Stretch<Recorded> recent = recent(after, limit, names, impersonal);
        if (recent != null) {
            return recent;
        }
        Stretch<StoredEvent> stored = log.read(after, Math.min(limit, PAGE), names);
        return new Stretch<>(codec.decodeOrMark(stored.events(), impersonal), stored.end());
    }

    @Override
    public List<Recorded> readAt(List<Long> positions, Set<Class<?>> types) {
        Set<String> names = names(types);
        List<HeldEvent> held = new ArrayList<>(positions.size());
        List<Long> older = new ArrayList<>();
        for (long position : positions) {
            HeldEvent slot = ring.get(index(position));
            if (slot == null || slot.stored.position() != position) {
                older.add(position);
            } else if (names.contains(slot.stored.type())) {
                held.add(slot);
            }
        }
        List<Recorded> found = HeldEvent.recorded(held, codec, Set.of());
        for (int from = 0; from < older.size(); from += PAGE) {
            List<Long> some = older.subList(from, Math.min(older.size(), from + PAGE));
            found.addAll(codec.decodeOrMark(log.readAt(some, names), Set.of()));
        }
        found.sort(Comparator.comparingLong(Recorded::position));
        return found;
    }

    /**
     * Reads from the ring, unless the log has appended events that it has not announced yet. The log announces an
     * append a moment after it is durable; reads in between go to the log.
     */
    private @Nullable Stretch<Recorded> recent(
            long after, int limit, @Nullable Set<String> names, Set<String> impersonal) {
        Stretch<Recorded> recent = fromRing(after, limit, names, impersonal);
        return recent == null || recent.end() == after && log.head() > after ? null : recent;
    }

    @Override
    public Reading reading(Wanted wanted) {
        Reader reader = new Reader(names(wanted.all()), names(wanted.impersonal()));
        return new Reading() {
            @Override
            public Stretch<Recorded> read(long after, int limit) {
                awaitNews(after);
                long passed = Math.min(after + limit, types.without(reader.wanted, after));
                if (passed > after) {
                    readings.leave(reader);
                    return new Stretch<>(List.of(), passed);
                }
                Stretch<Recorded> recent = recent(after, limit, reader.wanted, reader.impersonal);
                if (recent != null) {
                    readings.leave(reader);
                    return recent;
                }
                Stretch<Recorded> shared = readings.read(reader, after, limit);
                return shared == null ? RingTail.this.read(after, limit, reader.wanted, reader.impersonal) : shared;
            }

            @Override
            public void close() {
                readings.leave(reader);
            }
        };
    }

    /**
     * Waits for a durable event that is not announced yet: a moment later the reader finds it in the ring, and does not
     * have to read and decode it for itself.
     */
    private void awaitNews(long after) {
        long began = System.nanoTime();
        while (head == after && log.head() > after && System.nanoTime() - began < LONGEST_WAY) {
            LockSupport.parkNanos(LOOK);
        }
    }

    private Set<String> names(Set<Class<?>> types) {
        return types.stream().map(type -> codec.catalogue().of(type).type()).collect(toUnmodifiableSet());
    }

    /**
     * Reads from the ring. Returns null when it does not contain the whole range, or was overwritten meanwhile.
     *
     * @param types the event types to decode, or null for all
     * @param impersonal the event types whose personal fields are read as null
     */
    private @Nullable Stretch<Recorded> fromRing(
            long after, int limit, @Nullable Set<String> types, Set<String> impersonal) {
        long end = Math.min(head, after + limit);
        if (after < heldAfter || after < end - ring.length()) {
            return null;
        }
        List<HeldEvent> found = new ArrayList<>((int) Math.max(0, end - after));
        for (long position = after + 1; position <= end; position++) {
            HeldEvent slot = ring.get(index(position));
            if (slot == null || slot.stored.position() != position) {
                return null;
            }
            if (types == null || types.contains(slot.stored.type())) {
                found.add(slot);
            }
        }
        return new Stretch<>(HeldEvent.recorded(found, codec, impersonal), Math.max(after, end));
    }

    private void appended(List<StoredEvent> events) {
        if (events.isEmpty()) {
            return;
        }
        if (heldAfter == Long.MAX_VALUE) {
            heldAfter = events.getFirst().position() - 1;
        }
        Set<String> named = new HashSet<>();
        for (StoredEvent event : events) {
            HeldEvent held = new HeldEvent(event);
            bytes += HeldEvent.bytes(held) - HeldEvent.bytes(ring.getAndSet(index(event.position()), held));
            named.add(event.type());
            letGo(event);
        }
        types.appended(events.getFirst().position(), events.getLast().position(), Set.copyOf(named));
        head = events.getLast().position();
        followers.news(named);
    }

    /**
     * Drops the oldest events until the rest fits. A full ring of the largest events would not fit into the heap, even
     * when they are recent.
     */
    private void letGo(StoredEvent newest) {
        long oldest = oldest(newest);
        while (oldest < newest.position() && (bytes > mostBytes || isPast(oldest, newest))) {
            heldAfter = oldest;
            bytes -= HeldEvent.bytes(ring.getAndSet(index(oldest), null));
            oldest = oldest(newest);
        }
    }

    private long oldest(StoredEvent newest) {
        return Math.max(heldAfter, newest.position() - ring.length()) + 1;
    }

    private boolean isPast(long oldest, StoredEvent newest) {
        HeldEvent held = ring.get(index(oldest));
        return newest.position() - oldest >= least && held != null && newest.at() - held.stored.at() > heldForMillis;
    }

    /**
     * Drops the decoded events of these subjects, including those that are being decoded now, so that they are read
     * again without their keys.
     */
    void forget(Set<String> subjects) {
        Object since = new Object();
        for (int i = 0; i < ring.length(); i++) {
            HeldEvent slot = ring.get(i);
            if (slot != null) {
                slot.forget(subjects, since);
            }
        }
        readings.forget();
    }

    @Override
    public AutoCloseable onNews(Set<Class<?>> types, Runnable wake) {
        return followers.add(names(types), wake);
    }

    @Override
    public void close() throws Exception {
        listening.close();
        readings.close();
        followers.close();
    }

    private int index(long position) {
        return (int) (position % ring.length());
    }
}
