package encore.query.search;

import encore.kernel.Refusal;
import java.util.Set;

/**
 * Tells refusals of searches that were right once: nobody has a place any more around which fans were looked for, or a
 * snapshot was removed. A search is refused then; what was saved finds nobody, whatever else it asks for.
 */
final class NobodyMeant {

    private static final Set<String> TYPES = Set.of(Places.WITHOUT_MIDDLE, FanSnapshots.UNKNOWN);

    private NobodyMeant() {}

    /** Throws what is another refusal. */
    static void by(Refusal refusal) {
        if (!TYPES.contains(refusal.type())) {
            throw refusal;
        }
    }
}
