package encore.query.idols;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.kernel.idols.EnteredIdolEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Caches idol events whose documents were read recently, because the weeks ahead are asked for over and over. The key
 * is the entry of the event in the memory index. A change replaces that entry, so an outdated document is never found.
 */
final class EnteredLately {

    /** The limit in characters of descriptions plus a fixed amount for each event: about 10,000 events. */
    private static final long MOST = 8L << 20;

    private static final int BESIDE = 700;

    /** Limits how long documents of a projection version that was just replaced, with other contents, can be found. */
    private static final Duration LATELY = Duration.ofMinutes(10);

    private final Cache<FoundIdolEvent, EnteredIdolEvent> events = Caffeine.newBuilder()
            .weakKeys()
            .expireAfterWrite(LATELY)
            .maximumWeight(MOST)
            .weigher((FoundIdolEvent found, EnteredIdolEvent event) -> BESIDE + characters(event))
            .build();

    private static int characters(EnteredIdolEvent event) {
        String description = event.details().description();
        return description == null ? 0 : description.length();
    }

    @Nullable
    EnteredIdolEvent get(@Nullable FoundIdolEvent found) {
        return found == null ? null : events.getIfPresent(found);
    }

    /**
     * Caches an event, unless its document may be older than its last change.
     *
     * @param position the position up to which all events were stored when the document was read
     */
    void keep(@Nullable FoundIdolEvent found, EnteredIdolEvent event, long position) {
        if (found != null && found.changed() <= position) {
            events.put(found, event);
        }
    }
}
