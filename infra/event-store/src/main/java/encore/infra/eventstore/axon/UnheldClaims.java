package encore.infra.eventstore.axon;

import encore.infra.eventstore.Claims.Claim;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Claims that were free when one call asked for many of them, so that its steps do not ask for each again. The append
 * checks each claim against the log; a step that loses the race asks again.
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

    /** Removes all claims, after another command took one of them first. */
    public void clear() {
        claims.clear();
    }
}
