package encore.query.search;

import encore.kernel.Refusal;
import java.util.Set;

/**
 * Recognises refusals of criteria that were valid once: no fan of the postal code of a radius has a location any more,
 * or a snapshot was removed. A search with such criteria is refused; a saved filter with them matches no fan.
 */
final class NobodyMeant {

    private static final Set<String> TYPES = Set.of(Places.WITHOUT_MIDDLE, FanSnapshots.UNKNOWN);

    private NobodyMeant() {}

    /** Throws the refusal again, unless its cause is that the criteria are outdated. */
    static void by(Refusal refusal) {
        if (!TYPES.contains(refusal.type())) {
            throw refusal;
        }
    }
}
