package encore.infra.eventstore.tail;

import static java.util.stream.Collectors.toUnmodifiableSet;

import encore.infra.eventstore.EventHeader;
import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.EventSelection;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.TailReader;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.HashChain;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.eventstore.tail.ReaderGroup.Reader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the end of the log in a ring in memory. An event is kept as written, decoded by its first reader, and shared by
 * all readers.
 */
public final class RingBufferTail implements EventTail, AutoCloseable {

    private static final int PAGE = 1_000;
    private static final long MAX_BYTES = 32L << 20;

    /** This many events are kept however old they are, for followers that read seldom. */
    private static final int MIN_EVENTS = 512;

    /**
     * Events beyond {@link #MIN_EVENTS} are kept for this long: a follower that is committing a batch may have missed them.
     * Events that all followers have read only cost copying in garbage collections.
     */
    private static final Duration MIN_AGE = Duration.ofMillis(250);

    /**
     * The number of appends whose types are remembered: enough for a follower that wants none of the events and is
     * woken once a second.
     */
    private static final int REMEMBERED_APPENDS = 4_096;

    /**
     * A durable event is announced within some hundred microseconds. Longer than this means that something is wrong.
     */
    private static final long MAX_ANNOUNCEMENT_DELAY = Duration.ofMillis(2).toNanos();

    private static final long POLL_INTERVAL = TimeUnit.MICROSECONDS.toNanos(100);

    private final EventLog log;
    private final EventCodec codec;
    private final AtomicReferenceArray<@Nullable CachedEvent> ring;
    private final TailFollowers tailFollowers = new TailFollowers();
    private final AutoCloseable subscription;
    private final SharedLogReader sharedLogReader;
    private final RecentEventTypes recentTypes = new RecentEventTypes(REMEMBERED_APPENDS);

    /** The ring contains every position after this one, up to the head. */
    private volatile long oldestHeld;

    private volatile long head;

    /** Without anybody who erases, only the log's head counts. */
    private volatile Erasures erasures = (position, maxWait) -> head() >= position;

    private final long maxBytes;
    private final int minEvents;
    private final long minAgeMillis;
    private long bytes;

    /** @param size the maximum number of events in memory; large or old events make it fewer */
    public RingBufferTail(EventLog log, EventCodec codec, int size) {
        this(log, codec, size, MAX_BYTES, MIN_EVENTS, MIN_AGE);
    }

    RingBufferTail(EventLog log, EventCodec codec, int size, long mostBytes, int least, Duration heldFor) {
        this.maxBytes = mostBytes;
        this.minEvents = least;
        this.minAgeMillis = heldFor.toMillis();
        this.log = log;
        this.codec = codec;
        this.sharedLogReader = new SharedLogReader(log, codec);
        this.ring = new AtomicReferenceArray<>(size);
        this.oldestHeld = Long.MAX_VALUE;
        this.subscription = log.onAppended(this::appended);
    }

    @Override
    public long head() {
        return Math.max(head, log.head());
    }

    @Override
    public long settledTime() {
        return log.settledTime();
    }

    @Override
    public long clockTime() {
        return log.clockTime();
    }

    @Override
    public byte[] hashAt(long position) {
        return new HashChain(log).headAt(position);
    }

    @Override
    public boolean awaitPosition(long position, Duration maxWait) {
        long end = System.nanoTime() + maxWait.toNanos();
        log.awaitPosition(position, maxWait);
        return erasures.await(position, Duration.ofNanos(Math.max(0, end - System.nanoTime())));
    }

    /** Sets what knows how far this process has come with the erasures in the log. */
    public void follow(Erasures erasuresOfLog) {
        erasures = erasuresOfLog;
    }

    /** Destroys the keys of erased subjects. */
    @FunctionalInterface
    public interface Erasures {

        /** Waits until all erasures up to a position are done. Returns false if the time ended first. */
        boolean await(long position, Duration maxWait);
    }

    @Override
    public boolean isShared() {
        return log.isShared();
    }

    @Override
    public Duration timeSinceLastContact() {
        return log.timeSinceLastContact();
    }

    @Override
    public boolean isBroken() {
        return log.isBroken();
    }

    @Override
    public List<RecordedEvent> read(long after, int limit) {
        EventPage<RecordedEvent> recent = recent(after, limit, null, Set.of());
        if (recent != null) {
            return recent.events();
        }
        return codec.decodeOrMark(log.read(after, Math.min(limit, PAGE)), Set.of());
    }

    @Override
    public EventPage<RecordedEvent> read(long after, int limit, EventSelection eventSelection) {
        if (eventSelection.headers()) {
            return readHeaders(after, limit);
        }
        return read(after, limit, names(eventSelection.allTypes()), names(eventSelection.withoutPersonalData()));
    }

    private EventPage<RecordedEvent> read(long after, int limit, Set<String> names, Set<String> impersonal) {
        EventPage<RecordedEvent> recent = recent(after, limit, names, impersonal);
        if (recent != null) {
            return recent;
        }
        EventPage<StoredEvent> stored = log.read(after, Math.min(limit, PAGE), names);
        return new EventPage<>(codec.decodeOrMark(stored.events(), impersonal), stored.end());
    }

    @Override
    public List<RecordedEvent> readAt(List<Long> positions, Set<Class<?>> types) {
        Set<String> names = names(types);
        List<CachedEvent> held = new ArrayList<>(positions.size());
        List<Long> older = new ArrayList<>();
        for (long position : positions) {
            CachedEvent cached = ring.get(index(position));
            if (cached == null || cached.stored.position() != position) {
                older.add(position);
            } else if (names.contains(cached.stored.type())) {
                held.add(cached);
            }
        }
        List<RecordedEvent> found = CachedEvent.recorded(held, codec, Set.of());
        for (int from = 0; from < older.size(); from += PAGE) {
            List<Long> some = older.subList(from, Math.min(older.size(), from + PAGE));
            found.addAll(codec.decodeOrMark(log.readAt(some, names), Set.of()));
        }
        found.sort(Comparator.comparingLong(RecordedEvent::position));
        return found;
    }

    @Override
    public List<RecordedEvent> readAt(List<Long> positions) {
        return codec.decodeOrMark(log.readAt(positions), codec.catalogue().types());
    }

    @Override
    public EventPage<RecordedEvent> readAccount(String account, long after, int limit) {
        Predicate<String> streams = stream -> RecordedEvent.accountOf(stream).equals(account);
        EventPage<CachedEvent> recent = recentCached(after, limit);
        if (recent != null) {
            List<CachedEvent> own = recent.events().stream()
                    .filter(cached -> streams.test(cached.stored.stream()))
                    .toList();
            return new EventPage<>(CachedEvent.recorded(own, codec, Set.of()), recent.end());
        }
        EventPage<StoredEvent> stored = log.readStreams(after, Math.min(limit, PAGE), streams);
        return new EventPage<>(
                codec.decodeOrMark(stored.events(), codec.catalogue().types()), stored.end());
    }

    @Override
    public List<RecordedEvent> readStream(String stream, long after, int limit) {
        StreamHead last = log.streamHead(stream);
        if (last == null) {
            return List.of();
        }
        long from = after == 0 ? 0 : firstSequenceAfter(stream, after, last.sequence() + 1);
        return codec.decodeOrMark(
                log.readStream(stream, from, Math.min(limit, PAGE)),
                codec.catalogue().types());
    }

    /** Finds the first event of a stream after a position by binary search: positions increase with sequences. */
    private long firstSequenceAfter(String stream, long after, long end) {
        long low = 0;
        long high = end;
        while (low < high) {
            long middle = (low + high) >>> 1;
            List<StoredEvent> event = log.readStream(stream, middle, 1);
            if (event.isEmpty() || event.getFirst().position() > after) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private EventPage<RecordedEvent> readHeaders(long after, int limit) {
        EventPage<CachedEvent> recent = recentCached(after, limit);
        if (recent != null) {
            return new EventPage<>(
                    recent.events().stream()
                            .map(cached -> EventHeader.of(cached.stored))
                            .toList(),
                    recent.end());
        }
        List<StoredEvent> stored = log.read(after, Math.min(limit, PAGE));
        return new EventPage<>(stored.stream().map(EventHeader::of).toList(), after + stored.size());
    }

    /** Like {@link #recent}, without decoding. */
    private @Nullable EventPage<CachedEvent> recentCached(long after, int limit) {
        EventPage<CachedEvent> recent = cached(after, limit, null);
        return recent == null || recent.end() == after && log.head() > after ? null : recent;
    }

    /**
     * Reads from the ring, unless the log has appended events that it has not announced yet. The log announces an
     * append a moment after it is durable; reads in between go to the log.
     */
    private @Nullable EventPage<RecordedEvent> recent(
            long after, int limit, @Nullable Set<String> names, Set<String> impersonal) {
        EventPage<RecordedEvent> recent = fromRing(after, limit, names, impersonal);
        return recent == null || recent.end() == after && log.head() > after ? null : recent;
    }

    @Override
    public TailReader openReader(EventSelection eventSelection) {
        if (eventSelection.headers()) {
            return (after, limit) -> {
                awaitNews(after);
                return readHeaders(after, limit);
            };
        }
        Reader reader = new Reader(names(eventSelection.allTypes()), names(eventSelection.withoutPersonalData()));
        return new TailReader() {
            @Override
            public EventPage<RecordedEvent> read(long after, int limit) {
                awaitNews(after);
                long passed = Math.min(after + limit, recentTypes.endWithout(reader.wanted, after));
                if (passed > after) {
                    sharedLogReader.leave(reader);
                    return new EventPage<>(List.of(), passed);
                }
                EventPage<RecordedEvent> recent = recent(after, limit, reader.wanted, reader.impersonal);
                if (recent != null) {
                    sharedLogReader.leave(reader);
                    return recent;
                }
                EventPage<RecordedEvent> shared = sharedLogReader.read(reader, after, limit);
                return shared == null
                        ? RingBufferTail.this.read(after, limit, reader.wanted, reader.impersonal)
                        : shared;
            }

            @Override
            public void close() {
                sharedLogReader.leave(reader);
            }
        };
    }

    /**
     * Waits for a durable event that is not announced yet: a moment later the reader finds it in the ring, and does not
     * have to read and decode it for itself.
     */
    private void awaitNews(long after) {
        long began = System.nanoTime();
        while (head == after && log.head() > after && System.nanoTime() - began < MAX_ANNOUNCEMENT_DELAY) {
            LockSupport.parkNanos(POLL_INTERVAL);
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
    private @Nullable EventPage<RecordedEvent> fromRing(
            long after, int limit, @Nullable Set<String> types, Set<String> impersonal) {
        EventPage<CachedEvent> found = cached(after, limit, types);
        return found == null
                ? null
                : new EventPage<>(CachedEvent.recorded(found.events(), codec, impersonal), found.end());
    }

    private @Nullable EventPage<CachedEvent> cached(long after, int limit, @Nullable Set<String> types) {
        long end = Math.min(head, after + limit);
        if (after < oldestHeld || after < end - ring.length()) {
            return null;
        }
        List<CachedEvent> found = new ArrayList<>((int) Math.max(0, end - after));
        for (long position = after + 1; position <= end; position++) {
            CachedEvent cached = ring.get(index(position));
            if (cached == null || cached.stored.position() != position) {
                return null;
            }
            if (types == null || types.contains(cached.stored.type())) {
                found.add(cached);
            }
        }
        return new EventPage<>(found, Math.max(after, end));
    }

    private void appended(List<StoredEvent> events) {
        if (events.isEmpty()) {
            return;
        }
        if (oldestHeld == Long.MAX_VALUE) {
            oldestHeld = events.getFirst().position() - 1;
        }
        Set<String> named = new HashSet<>();
        for (StoredEvent event : events) {
            CachedEvent cached = new CachedEvent(event);
            bytes += CachedEvent.bytes(cached) - CachedEvent.bytes(ring.getAndSet(index(event.position()), cached));
            named.add(event.type());
            evictOld(event);
        }
        recentTypes.appended(events.getFirst().position(), events.getLast().position(), Set.copyOf(named));
        head = events.getLast().position();
        tailFollowers.notifyAppended(named);
    }

    /**
     * Drops the oldest events until the rest fits. A full ring of the largest events would not fit into the heap, even
     * when they are recent.
     */
    private void evictOld(StoredEvent newest) {
        long oldest = oldest(newest);
        while (oldest < newest.position() && (bytes > maxBytes || isOldEnough(oldest, newest))) {
            oldestHeld = oldest;
            bytes -= CachedEvent.bytes(ring.getAndSet(index(oldest), null));
            oldest = oldest(newest);
        }
    }

    private long oldest(StoredEvent newest) {
        return Math.max(oldestHeld, newest.position() - ring.length()) + 1;
    }

    private boolean isOldEnough(long oldest, StoredEvent newest) {
        CachedEvent cached = ring.get(index(oldest));
        return newest.position() - oldest >= minEvents
                && cached != null
                && newest.at() - cached.stored.at() > minAgeMillis;
    }

    /**
     * Drops the decoded events of these subjects, including those that are being decoded now, so that they are read
     * again without their keys.
     */
    public void forget(Set<String> subjects) {
        Object since = new Object();
        for (int i = 0; i < ring.length(); i++) {
            CachedEvent cached = ring.get(i);
            if (cached != null) {
                cached.forget(subjects, since);
            }
        }
        sharedLogReader.clear();
    }

    @Override
    public AutoCloseable onAppended(Set<Class<?>> types, Runnable wake) {
        return tailFollowers.add(names(types), wake);
    }

    @Override
    public void close() throws Exception {
        subscription.close();
        sharedLogReader.close();
        tailFollowers.close();
    }

    private int index(long position) {
        return (int) (position % ring.length());
    }
}
