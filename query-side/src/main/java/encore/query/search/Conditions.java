package encore.query.search;

import java.util.List;
import org.roaringbitmap.RoaringBitmap;

/**
 * What a search demands.
 *
 * @param all its criteria
 * @param watched what tells whose answer can be another: the changes of the living, and of each facet that has a criterion
 */
record Conditions(List<Criterion> all, List<Changes> watched) {

    RoaringBitmap metBy(RoaringBitmap some) {
        return Criterion.all(all, some);
    }

    /** Whether there is a set already of those who meet it. */
    boolean isAtHand() {
        return all.size() == 1 && all.getFirst() instanceof Criterion.In;
    }

    /** Whether a fan's answer depends on what others are. */
    boolean isOfOthers() {
        return all.stream().anyMatch(Criterion::isOfOthers);
    }
}
