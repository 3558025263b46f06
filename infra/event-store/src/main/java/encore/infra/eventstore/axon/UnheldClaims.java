package encore.infra.eventstore.axon;

import encore.infra.eventstore.Claims.Claim;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Claims that were free when one call looked up many of them at once, so that the commands of this call do not look up
 * each again. The append checks each claim against the log. A command that loses the race looks its claims up again.
 */
public final class UnheldClaims {

    private final Set<Claim> claims = ConcurrentHashMap.newKeySet();

    void add(Claim claim) {
        claims.add(claim);
    }

    boolean contains(Claim claim) {
        return claims.contains(claim);
    }

    void remove(Claim claim) {
        claims.remove(claim);
    }

    /** Removes all claims, because another command took one of them meanwhile. */
    public void clear() {
        claims.clear();
    }
}
