package encore.query.search;

import encore.infra.eventstore.codec.Json;
import encore.kernel.fans.FanCriteria;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
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
final class Members {

    private final Map<ByteBuffer, Known> filters;

    /** @param then the versions of the change logs when the matches were found */
    private record Known(RoaringBitmap members, LocalDate today, List<Long> then) {}

    /** @param most the number of entries; above it, the least recently used one is removed */
    Members(int most) {
        filters = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Known> eldest) {
                return size() > most;
            }
        };
    }

    /**
     * Returns the fans who meet a filter now, in a set that never changes. Other queries are answered at the same time.
     */
    RoaringBitmap of(Wanted wanted, Conditions conditions, RoaringBitmap living) {
        ByteBuffer key = digest(wanted.criteria());
        Known before = known(key);
        RoaringBitmap members =
                before == null || !before.today.equals(wanted.today()) ? null : followed(before, conditions, living);
        if (members == null) {
            RoaringBitmap met = conditions.metBy(living);
            members = met == living ? met.clone() : met;
        }
        List<Long> now = conditions.watched().stream().map(Changes::now).toList();
        keep(key, new Known(members, wanted.today(), now));
        return members;
    }

    private synchronized @Nullable Known known(ByteBuffer key) {
        return filters.get(key);
    }

    private synchronized void keep(ByteBuffer key, Known known) {
        filters.put(key, known);
    }

    /** Updates cached matches, or returns null if all fans must be tested again. */
    private static @Nullable RoaringBitmap followed(Known before, Conditions conditions, RoaringBitmap living) {
        RoaringBitmap changed = new RoaringBitmap();
        for (int i = 0; i < conditions.watched().size(); i++) {
            RoaringBitmap some = conditions.watched().get(i).since(before.then.get(i));
            if (some == null) {
                return null;
            }
            changed.or(some);
        }
        if (changed.isEmpty()) {
            return before.members;
        }
        if (conditions.isOfOthers()) {
            return null;
        }
        RoaringBitmap members = RoaringBitmap.andNot(before.members, changed);
        members.or(conditions.metBy(RoaringBitmap.and(changed, living)));
        return members;
    }

    private static ByteBuffer digest(FanCriteria criteria) {
        try {
            byte[] said = Json.mapper().writeValueAsBytes(criteria);
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(said));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
