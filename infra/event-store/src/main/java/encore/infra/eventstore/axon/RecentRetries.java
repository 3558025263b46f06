package encore.infra.eventstore.axon;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.kernel.StreamId;
import java.time.Duration;

/**
 * Remembers the streams that were sent used once-keys lately, by a client that tries again or an import that runs
 * twice.
 */
public final class RecentRetries {

    private static final int MAX_STREAMS = 100_000;
    private static final Duration REMEMBERED_FOR = Duration.ofMinutes(10);

    private final Cache<String, Boolean> streams = Caffeine.newBuilder()
            .maximumSize(MAX_STREAMS)
            .expireAfterWrite(REMEMBERED_FOR)
            .executor(Runnable::run)
            .build();

    boolean contains(StreamId stream) {
        return streams.getIfPresent(stream.toString()) != null;
    }

    void add(StreamId stream) {
        streams.put(stream.toString(), true);
    }
}
