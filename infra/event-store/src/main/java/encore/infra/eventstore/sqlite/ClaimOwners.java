package encore.infra.eventstore.sqlite;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.infra.eventstore.log.NewCommit.Claimed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Caches the owners of claims. Claims are looked up far more often than they change owner: each activity names its
 * campaign. No other process writes this log, so a claim is held until a commit of this process releases it. Free
 * claims are not cached.
 */
final class ClaimOwners {

    private static final int MOST = 65_536;

    private final Cache<ByteBuffer, String> known =
            Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

    /** The number of commits with releases so far. An owner that was looked up before one of them may be outdated. */
    private final AtomicLong releases = new AtomicLong();

    /**
     * Returns the owner of each claim, null if it is free. All claims that are not cached are looked up in one call.
     */
    List<@Nullable String> of(List<byte[]> claims, Function<List<byte[]>, List<@Nullable String>> lookUp) {
        List<@Nullable String> owners = new ArrayList<>(claims.size());
        List<byte[]> unknown = new ArrayList<>();
        for (byte[] claim : claims) {
            String owner = known.getIfPresent(ByteBuffer.wrap(claim));
            owners.add(owner);
            if (owner == null) {
                unknown.add(claim);
            }
        }
        if (!unknown.isEmpty()) {
            long before = releases.get();
            List<@Nullable String> found = lookUp.apply(unknown);
            int next = 0;
            for (int i = 0; i < owners.size(); i++) {
                if (owners.get(i) == null) {
                    String owner = found.get(next);
                    owners.set(i, owner);
                    keep(unknown.get(next), owner, before);
                    next++;
                }
            }
        }
        return owners;
    }

    /** Caches an owner unless a claim was released meanwhile. A later release finds the cached entry and removes it. */
    private void keep(byte[] claim, @Nullable String owner, long before) {
        if (owner != null) {
            known.asMap().compute(ByteBuffer.wrap(claim), (key, kept) -> releases.get() == before ? owner : kept);
        }
    }

    /**
     * Removes released claims from the cache. Call this before the outcome is announced, also when the commit failed.
     */
    void released(List<Claimed> claims) {
        if (!claims.isEmpty()) {
            releases.incrementAndGet();
            claims.forEach(claimed -> known.invalidate(ByteBuffer.wrap(claimed.claim())));
        }
    }
}
