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
 * Knows who holds claims that were asked for, since names are asked for far more often than they change hands: each activity
 * names its campaign. No other process writes this log, so a claim is held until a commit of this one releases it. What
 * nobody holds is looked up.
 */
final class ClaimOwners {

    private static final int MOST = 65_536;

    private final Cache<ByteBuffer, String> known =
            Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

    /** What was looked up before one of these may have been released since. */
    private final AtomicLong releases = new AtomicLong();

    /** The owner of each, null where there is none; what is not known is looked up together. */
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

    /** Either it is seen here that something was released, or the release finds what is kept here. */
    private void keep(byte[] claim, @Nullable String owner, long before) {
        if (owner != null) {
            known.asMap().compute(ByteBuffer.wrap(claim), (key, kept) -> releases.get() == before ? owner : kept);
        }
    }

    /** Before anybody is told, whatever became of the commit. */
    void released(List<Claimed> claims) {
        if (!claims.isEmpty()) {
            releases.incrementAndGet();
            claims.forEach(claimed -> known.invalidate(ByteBuffer.wrap(claimed.claim())));
        }
    }
}
