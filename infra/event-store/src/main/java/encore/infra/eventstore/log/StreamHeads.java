package encore.infra.eventstore.log;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Caches the last events of streams that this process has seen. A cached head is never replaced by an older one. */
public final class StreamHeads {

    private static final int MOST = 65_536;

    private final Cache<String, StreamHead> known =
            Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

    public @Nullable StreamHead known(String stream) {
        return known.getIfPresent(stream);
    }

    /** Returns the cached head, or looks it up and caches it. */
    public @Nullable StreamHead of(String stream, Function<String, @Nullable StreamHead> lookUp) {
        StreamHead seen = known(stream);
        if (seen != null) {
            return seen;
        }
        StreamHead read = lookUp.apply(stream);
        if (read != null) {
            saw(stream, read);
        }
        return read;
    }

    public void saw(StoredEvent event) {
        saw(event.stream(), new StreamHead(event.sequence(), event.type()));
    }

    private void saw(String stream, StreamHead head) {
        known.asMap().merge(stream, head, (one, other) -> one.sequence() >= other.sequence() ? one : other);
    }
}
