package encore.query.idols;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.kernel.idols.EnteredIdolEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Idol events whose documents were read lately: the weeks ahead are asked for over and over. Each is kept under what lies in
 * memory of it, which is another object once it has changed, so that none is found that is older than that.
 */
final class EnteredLately {

    /** Of characters that they have, and what each takes beside: some 10,000 of them. */
    private static final long MOST = 8L << 20;

    private static final int BESIDE = 700;

    /** What a version made otherwise that was just replaced is found no longer than this. */
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

    /** @param position up to which all was surely stored when the document was read: one from before its last change is not kept */
    void keep(@Nullable FoundIdolEvent found, EnteredIdolEvent event, long position) {
        if (found != null && found.changed() <= position) {
            events.put(found, event);
        }
    }
}
