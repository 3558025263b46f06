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

/**
 * Answers questions about streams from the log. It keeps the first events of the streams that were asked for in memory.
 */
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

    /** @param bytes the approximate size in memory */
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

    /** Returns whether the stream existed and has ended. */
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
            throw new IllegalArgumentException(type.getSimpleName() + " contains personal data: it must not be cached");
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
