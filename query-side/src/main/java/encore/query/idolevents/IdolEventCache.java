package encore.query.idolevents;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.kernel.idolevents.EnteredIdolEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Caches idol events whose documents were read recently, because the weeks ahead are asked for over and over. The key
 * is the entry of the event in the memory index. A change replaces that entry, so an outdated document is never found.
 */
final class IdolEventCache {

    /** The limit in characters of descriptions plus a fixed amount for each event: about 10,000 events. */
    private static final long MAX_WEIGHT = 8L << 20;

    private static final int BYTES_PER_EVENT = 700;

    /** Limits how long documents of a projection version that was just replaced, with other contents, can be found. */
    private static final Duration LIFETIME = Duration.ofMinutes(10);

    private final Cache<IndexedIdolEvent, EnteredIdolEvent> events = Caffeine.newBuilder()
            .weakKeys()
            .expireAfterWrite(LIFETIME)
            .maximumWeight(MAX_WEIGHT)
            .weigher((IndexedIdolEvent found, EnteredIdolEvent event) -> BYTES_PER_EVENT + characters(event))
            .build();

    private static int characters(EnteredIdolEvent event) {
        String description = event.details().description();
        return description == null ? 0 : description.length();
    }

    @Nullable
    EnteredIdolEvent get(@Nullable IndexedIdolEvent found) {
        return found == null ? null : events.getIfPresent(found);
    }

    /**
     * Caches an event, unless its document may be older than its last change.
     *
     * @param position the position up to which all events were stored when the document was read
     */
    void put(@Nullable IndexedIdolEvent found, EnteredIdolEvent event, long position) {
        if (found != null && found.changed() <= position) {
            events.put(found, event);
        }
    }
}
