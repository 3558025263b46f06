package encore.query.search.criteria;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.eventstore.codec.EventJson;
import encore.kernel.search.FanCriteria;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * Caches the fans who meet the filters or searches of an account. On the next query only the fans whose relevant facets
 * changed are tested again. It keeps a digest of the criteria instead of the criteria: a removed filter must leave
 * nothing behind.
 */
public final class MatchCache {

    /** The bytes of all entries. A million fans in 200 filters take 25 MB. */
    private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 32;

    /** The least recently used entry is the first. */
    @GuardedBy("this")
    private final Map<ByteBuffer, CachedMatches> filters = new LinkedHashMap<>(16, 0.75f, true);

    private final int maxEntries;
    private final long maxBytes;

    @GuardedBy("this")
    private long bytes;

    /** @param versions the versions of the change logs when the matches were found */
    record CachedMatches(RoaringBitmap members, LocalDate today, List<Long> versions, long bytes) {}

    /** @param maxEntries the number of entries; above it, the least recently used one is removed */
    public MatchCache(int maxEntries) {
        this(maxEntries, MAX_BYTES);
    }

    MatchCache(int maxEntries, long maxBytes) {
        this.maxEntries = maxEntries;
        this.maxBytes = maxBytes;
    }

    /**
     * Returns the fans who meet a filter now, in a set that never changes. Other queries are answered at the same time.
     */
    public RoaringBitmap get(SearchRequest request, SearchConditions searchConditions, RoaringBitmap living) {
        ByteBuffer key = digest(request.criteria());
        CachedMatches cached = cached(key);
        RoaringBitmap members = cached == null || !cached.today.equals(request.today())
                ? null
                : update(cached, searchConditions, living);
        if (members == null) {
            RoaringBitmap matches = searchConditions.filter(living);
            members = matches == living ? matches.clone() : matches;
        }
        List<Long> now = searchConditions.changeLogs().stream()
                .map(FanChangeLog::version)
                .toList();
        store(key, new CachedMatches(members, request.today(), now, members.getLongSizeInBytes()));
        return members;
    }

    private synchronized @Nullable CachedMatches cached(ByteBuffer key) {
        return filters.get(key);
    }

    synchronized void store(ByteBuffer key, CachedMatches matches) {
        CachedMatches replaced = filters.put(key, matches);
        bytes += matches.bytes() - (replaced == null ? 0 : replaced.bytes());
        Iterator<CachedMatches> eldest = filters.values().iterator();
        while (filters.size() > maxEntries || bytes > maxBytes && filters.size() > 1) {
            bytes -= eldest.next().bytes();
            eldest.remove();
        }
    }

    /** Returns the number of entries. */
    synchronized int size() {
        return filters.size();
    }

    /** Updates cached matches, or returns null if all fans must be tested again. */
    private static @Nullable RoaringBitmap update(
            CachedMatches cached, SearchConditions searchConditions, RoaringBitmap living) {
        RoaringBitmap changed = new RoaringBitmap();
        for (int i = 0; i < searchConditions.changeLogs().size(); i++) {
            RoaringBitmap changedFans = searchConditions.changeLogs().get(i).changedSince(cached.versions.get(i));
            if (changedFans == null) {
                return null;
            }
            changed.or(changedFans);
        }
        if (changed.isEmpty()) {
            return cached.members;
        }
        if (searchConditions.dependsOnOtherFans()) {
            return null;
        }
        RoaringBitmap members = RoaringBitmap.andNot(cached.members, changed);
        members.or(searchConditions.filter(RoaringBitmap.and(changed, living)));
        return members;
    }

    private static ByteBuffer digest(FanCriteria criteria) {
        try {
            byte[] json = EventJson.mapper().writeValueAsBytes(criteria);
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(json));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
