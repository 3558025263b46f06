package encore.query.search.criteria;

import java.util.List;
import org.roaringbitmap.RoaringBitmap;

/**
 * The conditions of one search.
 *
 * @param criteria every criterion of the search
 * @param changeLogs logs of the changes that can alter the result: those of registered fans, and of each facet that has a
 *     criterion in this search
 */
public record SearchConditions(List<Criterion> criteria, List<FanChangeLog> changeLogs) {

    public RoaringBitmap filter(RoaringBitmap fans) {
        return Criterion.filterByAll(criteria, fans);
    }

    /** Returns whether the result is a single set that exists already. */
    public boolean isSingleSet() {
        return criteria.size() == 1 && criteria.getFirst() instanceof Criterion.InSet;
    }

    /** Returns whether a change of one fan can alter the result for other fans. */
    boolean dependsOnOtherFans() {
        return criteria.stream().anyMatch(Criterion::dependsOnOtherFans);
    }
}
