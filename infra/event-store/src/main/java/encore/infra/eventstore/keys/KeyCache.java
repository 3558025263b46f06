package encore.infra.eventstore.keys;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Caches keys. A key that is destroyed while it is read is never put into the cache. */
public final class KeyCache {

    private static final int MAXIMUM_SIZE = 100_000;

    private final Cache<String, byte[]> keys =
            Caffeine.newBuilder().maximumSize(MAXIMUM_SIZE).build();

    /** Counted under the lock of this object. A reader notes it without the lock before it reads keys. */
    private volatile long destructions;

    /**
     * Returns a copy of a subject's key, or null. The cache never reads and forgets the same subject at the same time.
     */
    @SuppressWarnings("NullAway") // a loader may return null: then nothing is cached
    public byte @Nullable [] find(String subject, Function<String, byte @Nullable []> reading) {
        byte[] key = keys.get(subject, reading);
        return key == null ? null : key.clone();
    }

    /** Returns copies of the keys of many subjects. All keys that are not cached are read in one call. */
    public Map<String, byte[]> findAll(
            Collection<String> subjects, Function<List<String>, Map<String, byte[]>> reading) {
        Map<String, byte[]> found = HashMap.newHashMap(subjects.size());
        List<String> missing = new ArrayList<>();
        for (String subject : subjects) {
            byte[] key = keys.getIfPresent(subject);
            if (key == null) {
                missing.add(subject);
            } else {
                found.put(subject, key.clone());
            }
        }
        if (!missing.isEmpty()) {
            long before = destructions;
            Map<String, byte[]> read = reading.apply(missing);
            putUnlessDestroyed(read, before);
            read.forEach((subject, key) -> found.put(subject, key.clone()));
        }
        return found;
    }

    /** Creates a key and caches it, because it is needed immediately. */
    public byte[] create(String subject, Supplier<byte[]> making) {
        long before = destructions;
        byte[] made = making.get();
        putUnlessDestroyed(Map.of(subject, made.clone()), before);
        return made;
    }

    /** Caches keys, unless any key was destroyed meanwhile: it must not be found again, not even for a moment. */
    private synchronized void putUnlessDestroyed(Map<String, byte[]> read, long before) {
        if (destructions == before) {
            keys.putAll(read);
        }
    }

    /** Removes keys that were destroyed durably. */
    public synchronized void forget(Collection<String> subjects) {
        destructions++;
        keys.invalidateAll(subjects);
    }
}
