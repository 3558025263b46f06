package encore.query.search;

import java.util.List;
import org.roaringbitmap.RoaringBitmap;

/**
 * The conditions of one search.
 *
 * @param all every criterion of the search
 * @param watched logs of the changes that can alter the result: those of registered fans, and of each facet that has a
 *     criterion in this search
 */
record Conditions(List<Criterion> all, List<Changes> watched) {

    RoaringBitmap metBy(RoaringBitmap some) {
        return Criterion.all(all, some);
    }

    /** Returns whether the result is a single set that exists already. */
    boolean isAtHand() {
        return all.size() == 1 && all.getFirst() instanceof Criterion.In;
    }

    /** Returns whether a change of one fan can alter the result for other fans. */
    boolean isOfOthers() {
        return all.stream().anyMatch(Criterion::isOfOthers);
    }
}
