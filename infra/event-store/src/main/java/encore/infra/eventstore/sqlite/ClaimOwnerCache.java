package encore.infra.eventstore.sqlite;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
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
final class ClaimOwnerCache {

    private static final int MAXIMUM_SIZE = 65_536;

    private final Cache<ByteBuffer, String> cached = Caffeine.newBuilder()
            .maximumSize(MAXIMUM_SIZE)
            .executor(Runnable::run)
            .build();

    /** The number of commits with releases so far. An owner that was looked up before one of them may be outdated. */
    private final AtomicLong releases = new AtomicLong();

    /**
     * Returns the owner of each claim, null if it is free. All claims that are not cached are looked up in one call.
     */
    List<@Nullable String> find(List<byte[]> claims, Function<List<byte[]>, List<@Nullable String>> lookUp) {
        List<@Nullable String> owners = new ArrayList<>(claims.size());
        List<byte[]> uncached = new ArrayList<>();
        for (byte[] claim : claims) {
            String owner = cached.getIfPresent(ByteBuffer.wrap(claim));
            owners.add(owner);
            if (owner == null) {
                uncached.add(claim);
            }
        }
        if (!uncached.isEmpty()) {
            long before = releases.get();
            List<@Nullable String> found = lookUp.apply(uncached);
            int next = 0;
            for (int i = 0; i < owners.size(); i++) {
                if (owners.get(i) == null) {
                    String owner = found.get(next);
                    owners.set(i, owner);
                    putUnlessReleased(uncached.get(next), owner, before);
                    next++;
                }
            }
        }
        return owners;
    }

    /** Caches an owner unless a claim was released meanwhile. A later release finds the cached entry and removes it. */
    private void putUnlessReleased(byte[] claim, @Nullable String owner, long before) {
        if (owner != null) {
            cached.asMap().compute(ByteBuffer.wrap(claim), (key, kept) -> releases.get() == before ? owner : kept);
        }
    }

    /**
     * Removes released claims from the cache. Call this before the outcome is announced, also when the commit failed.
     */
    void invalidate(List<OwnedClaim> claims) {
        if (!claims.isEmpty()) {
            releases.incrementAndGet();
            claims.forEach(ownedClaim -> cached.invalidate(ByteBuffer.wrap(ownedClaim.claim())));
        }
    }
}
