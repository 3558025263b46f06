package encore.infra.eventstore.handlers;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.kernel.Event;
import encore.kernel.StreamId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions about streams from the log. It keeps the first events and the places that were asked
 * for in memory, since they never change.
 */
public final class LogStreams implements Streams {

    private static final int MAX_BYTES = 16 << 20;
    /** The places of the pushes of running shows are asked for by each answer of a fan. */
    private static final int MAX_PLACES = 2_000;

    private final EventLog log;
    private final EventCodec codec;
    private final Set<String> endingTypes;
    private final Set<Class<?>> streamsThatEnd;
    private final Cache<String, FirstEvent> firstEvents = Caffeine.newBuilder()
            .maximumWeight(MAX_BYTES)
            .weigher((String stream, FirstEvent firstEvent) -> firstEvent.bytes)
            .executor(Runnable::run)
            .build();
    private final Cache<String, Place> places = Caffeine.newBuilder()
            .maximumSize(MAX_PLACES)
            .executor(Runnable::run)
            .build();

    /** @param bytes the approximate size in memory */
    private record FirstEvent(Event event, int bytes) {}

    public LogStreams(EventLog log, EventCodec codec) {
        this.log = log;
        this.codec = codec;
        this.endingTypes = codec.catalogue().endings();
        this.streamsThatEnd = codec.catalogue().streamsThatEnd();
    }

    @Override
    public boolean isOpen(StreamId stream) {
        StreamHead head = log.streamHead(stream.toString());
        return head != null && !endingTypes.contains(head.type());
    }

    /** Returns whether the stream existed and has ended. */
    public boolean hasEnded(StreamId stream) {
        if (!streamsThatEnd.contains(stream.getClass())) {
            return false;
        }
        StreamHead head = log.streamHead(stream.toString());
        return head != null && endingTypes.contains(head.type());
    }

    @Override
    public @Nullable Place place(StreamId stream, long sequence) {
        String key = stream + "#" + sequence;
        Place known = places.getIfPresent(key);
        if (known != null) {
            return known;
        }
        List<StoredEvent> read = log.readStream(stream.toString(), sequence, 1);
        if (read.isEmpty()) {
            return null;
        }
        StoredEvent stored = read.getFirst();
        Place place = new Place(stored.position(), Instant.ofEpochMilli(stored.at()));
        places.put(key, place);
        return place;
    }

    @Override
    public long lastPosition(StreamId stream) {
        StreamHead head = log.streamHead(stream.toString());
        List<StoredEvent> read = head == null ? List.of() : log.readStream(stream.toString(), head.sequence(), 1);
        return read.isEmpty() ? 0 : read.getFirst().position();
    }

    @Override
    public <E extends Event> @Nullable E firstEvent(StreamId stream, Class<E> type) {
        if (codec.isPersonal(type)) {
            throw new IllegalArgumentException(type.getSimpleName() + " contains personal data: it must not be cached");
        }
        FirstEvent cached = firstEvents.getIfPresent(stream.toString());
        if (cached == null) {
            List<StoredEvent> read = log.readStream(stream.toString(), 0, 1);
            if (read.isEmpty()
                    || !read.getFirst().type().equals(codec.catalogue().of(type).type())) {
                return null;
            }
            StoredEvent stored = read.getFirst();
            cached = new FirstEvent(codec.decode(stored).event(), 256 + 4 * stored.payload().length);
            firstEvents.put(stream.toString(), cached);
        }
        return type.isInstance(cached.event) ? type.cast(cached.event) : null;
    }
}
