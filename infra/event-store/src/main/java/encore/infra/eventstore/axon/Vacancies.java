package encore.infra.eventstore.axon;

import encore.infra.eventstore.Claims.Claim;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Claims that were free when one call asked for many of them, so that its steps do not ask for each again. The append
 * checks each claim against the log; a step that loses the race asks again.
 */
public final class Vacancies {

    private final Set<Claim> vacant = ConcurrentHashMap.newKeySet();

    void found(Claim claim) {
        vacant.add(claim);
    }

    boolean has(Claim claim) {
        return vacant.contains(claim);
    }

    void taken(Claim claim) {
        vacant.remove(claim);
    }

    /** Removes all claims, after another command took one of them first. */
    public void forget() {
        vacant.clear();
    }
}
