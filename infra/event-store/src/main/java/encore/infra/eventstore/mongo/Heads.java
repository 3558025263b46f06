package encore.infra.eventstore.mongo;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.infra.eventstore.log.StreamHead;
import org.jspecify.annotations.Nullable;

/** The last events of streams as far as this process has seen; only streams that are there, and none goes back. */
final class Heads {

    private static final int MOST = 65_536;

    private final Cache<String, StreamHead> known =
            Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

    @Nullable
    StreamHead known(String stream) {
        return known.getIfPresent(stream);
    }

    void saw(String stream, StreamHead head) {
        known.asMap().merge(stream, head, (one, other) -> one.sequence() >= other.sequence() ? one : other);
    }
}
