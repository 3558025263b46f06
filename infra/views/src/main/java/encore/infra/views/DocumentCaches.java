package encore.infra.views;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.ToIntFunction;

/**
 * The cache of documents that writers read lately, over all versions of a store. It is bounded by bytes and not by
 * count: most documents take some hundred bytes, but chunks of tickets take a hundred thousand each.
 */
public final class DocumentCaches {

    /** Bytes of JSON. As objects, the documents take two to three times as much. */
    private static final long MAX_BYTES = 32L << 20;

    /** Bytes of a cache key and an entry. */
    private static final int ENTRY_OVERHEAD = 200;

    private DocumentCaches() {}

    /**
     * Creates the cache.
     *
     * @param bytes returns the size of a document's JSON
     */
    public static <K, V> Cache<K, V> create(ToIntFunction<V> bytes) {
        return Caffeine.newBuilder()
                .maximumWeight(MAX_BYTES)
                .weigher((K cacheKey, V document) -> ENTRY_OVERHEAD + bytes.applyAsInt(document))
                .build();
    }
}
