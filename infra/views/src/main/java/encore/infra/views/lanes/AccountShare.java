package encore.infra.views.lanes;

import java.util.Comparator;
import java.util.LinkedHashSet;

/** The questions of an account that wait, and the reader time that it used lately. Guarded by the lanes' lock. */
final class AccountShare {

    static final Comparator<AccountShare> LEAST_USED = Comparator.comparingDouble(AccountShare::used);

    static final Comparator<AccountShare> FEWEST_SLOW_READERS =
            Comparator.<AccountShare>comparingInt(one -> one.busySlow).thenComparing(LEAST_USED);

    /** Used time counts less the longer ago it was: a third after this many nanoseconds. */
    private static final double MEMORY = 1e9;

    /** An account above this use is heavy: a tenth of a reader. */
    private static final double HEAVY = 0.1 * MEMORY;

    /** A question that works now counts as this many nanoseconds, until its time is known. */
    private static final double EXPECTED = 0.05 * MEMORY;

    /** Below this use an account without questions is forgotten. */
    private static final double UNUSED = 1e6;

    final LinkedHashSet<ReadTask<?>> fast = new LinkedHashSet<>();
    final LinkedHashSet<ReadTask<?>> slow = new LinkedHashSet<>();
    int busy;
    int busySlow;
    private double used;
    private long decayedAt = System.nanoTime();

    void charge(long nanos) {
        decay(System.nanoTime());
        used += nanos;
    }

    void decay(long now) {
        used *= Math.exp((decayedAt - now) / MEMORY);
        decayedAt = now;
    }

    private double used() {
        return used + busy * EXPECTED;
    }

    boolean isHeavy() {
        return used() >= HEAVY;
    }

    boolean isUnused(long now) {
        decay(now);
        return busy == 0 && fast.isEmpty() && slow.isEmpty() && used < UNUSED;
    }
}
