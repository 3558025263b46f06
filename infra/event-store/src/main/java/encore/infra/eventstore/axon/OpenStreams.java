package encore.infra.eventstore.axon;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoredEvent;
import encore.infra.eventstore.log.StreamHead;
import encore.kernel.Event;
import encore.kernel.StreamId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Streams as the log knows them; it remembers the heads of those that are there, and how those asked for began. */
public final class OpenStreams implements Streams {

    private static final int MOST_BYTES = 16 << 20;

    private final EventLog log;
    private final EventCodec codec;
    private final Set<String> endings;
    private final Set<Class<?>> mayEnd;
    private final Cache<String, First> firsts = Caffeine.newBuilder()
            .maximumWeight(MOST_BYTES)
            .weigher((String stream, First first) -> first.bytes)
            .executor(Runnable::run)
            .build();

    /** @param bytes about what it takes in memory */
    private record First(Event event, int bytes) {}

    public OpenStreams(EventLog log, EventCodec codec) {
        this.log = log;
        this.codec = codec;
        this.endings = codec.catalogue().endings();
        this.mayEnd = codec.catalogue().streamsThatEnd();
    }

    @Override
    public boolean isOpen(StreamId stream) {
        StreamHead head = log.streamHead(stream.toString());
        return head != null && !endings.contains(head.type());
    }

    /** Whether it was there and is no more. */
    public boolean hasEnded(StreamId stream) {
        if (!mayEnd.contains(stream.getClass())) {
            return false;
        }
        StreamHead head = log.streamHead(stream.toString());
        return head != null && endings.contains(head.type());
    }

    @Override
    public long began(StreamId stream) {
        List<StoredEvent> read = log.readStream(stream.toString(), 0, 1);
        return read.isEmpty() ? 0 : read.getFirst().position();
    }

    @Override
    public <E extends Event> @Nullable E first(StreamId stream, Class<E> type) {
        if (codec.isPersonal(type)) {
            throw new IllegalArgumentException(type.getSimpleName() + " is personal: it is not kept in memory");
        }
        First known = firsts.getIfPresent(stream.toString());
        if (known == null) {
            List<StoredEvent> read = log.readStream(stream.toString(), 0, 1);
            if (read.isEmpty()
                    || !read.getFirst().type().equals(codec.catalogue().of(type).type())) {
                return null;
            }
            StoredEvent stored = read.getFirst();
            known = new First(codec.decode(stored).event(), 256 + 4 * stored.payload().length);
            firsts.put(stream.toString(), known);
        }
        return type.isInstance(known.event) ? type.cast(known.event) : null;
    }
}
