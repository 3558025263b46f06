package encore.infra.eventstore.axon;

import encore.infra.eventstore.Claims.Claim;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Claims that nobody held when a call asked for many of them at once, so that its steps need not ask for each again.
 * Whoever takes one is held against the log at the append; who loses there asks anew.
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

    /** Somebody else was first with something. */
    public void forget() {
        vacant.clear();
    }
}
