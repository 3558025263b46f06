package encore.query.search.index;

import encore.kernel.Refusal;
import encore.query.search.columns.FanLocations;
import encore.query.search.facets.SnapshotFacet;
import java.util.Set;

/**
 * Recognises refusals of criteria that were valid once: no fan of the postal code of a radius has a location any more,
 * or a snapshot was removed. A search with such criteria is refused; a saved filter with them matches no fan.
 */
public final class OutdatedCriteria {

    private static final Set<String> TYPES = Set.of(FanLocations.NO_CENTRE, SnapshotFacet.UNKNOWN_SNAPSHOT);

    private OutdatedCriteria() {}

    /** Throws the refusal again, unless its cause is that the criteria are outdated. */
    public static void rethrowUnlessOutdated(Refusal refusal) {
        if (!TYPES.contains(refusal.type())) {
            throw refusal;
        }
    }
}
