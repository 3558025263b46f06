package encore.infra.views;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.ToIntFunction;

/**
 * Holds documents that writers looked at lately, of all versions of a store. Bounded by what they take and not by how many
 * there are: most are some hundred bytes, and chunks of tickets are a hundred thousand each.
 */
public final class Recent {

    /** Of JSON; made into objects it is two to three times as much. */
    private static final long BYTES = 32L << 20;

    /** Of a place and an entry. */
    private static final int BESIDE = 200;

    private Recent() {}

    /** @param bytes of a document's JSON */
    public static <K, V> Cache<K, V> documents(ToIntFunction<V> bytes) {
        return Caffeine.newBuilder()
                .maximumWeight(BYTES)
                .weigher((K place, V kept) -> BESIDE + bytes.applyAsInt(kept))
                .build();
    }
}
