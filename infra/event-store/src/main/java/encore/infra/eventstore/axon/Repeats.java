package encore.infra.eventstore.axon;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.kernel.StreamId;
import java.time.Duration;

/**
 * Remembers the streams that were sent used once-keys lately, by a client that tries again or an import that runs
 * twice.
 */
public final class Repeats {

    private static final int MOST = 100_000;
    private static final Duration LATELY = Duration.ofMinutes(10);

    private final Cache<String, Boolean> streams = Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterWrite(LATELY)
            .executor(Runnable::run)
            .build();

    boolean areLikelyOf(StreamId stream) {
        return streams.getIfPresent(stream.toString()) != null;
    }

    void happenedIn(StreamId stream) {
        streams.put(stream.toString(), true);
    }
}
