package encore.infra.eventstore.log.adapter;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.commit.StoredEvent;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Caches the last events of streams that this process has read or written. A cached head is never replaced by an older one. */
public final class StreamHeadCache {

    private static final int MAXIMUM_SIZE = 65_536;

    private final Cache<String, StreamHead> heads = Caffeine.newBuilder()
            .maximumSize(MAXIMUM_SIZE)
            .executor(Runnable::run)
            .build();

    public @Nullable StreamHead cached(String stream) {
        return heads.getIfPresent(stream);
    }

    /** Returns the cached head, or looks it up and caches it. */
    public @Nullable StreamHead find(String stream, Function<String, @Nullable StreamHead> lookUp) {
        StreamHead known = cached(stream);
        if (known != null) {
            return known;
        }
        StreamHead read = lookUp.apply(stream);
        if (read != null) {
            update(stream, read);
        }
        return read;
    }

    public void update(StoredEvent event) {
        update(event.stream(), new StreamHead(event.sequence(), event.type()));
    }

    private void update(String stream, StreamHead head) {
        heads.asMap().merge(stream, head, (one, other) -> one.sequence() >= other.sequence() ? one : other);
    }
}
