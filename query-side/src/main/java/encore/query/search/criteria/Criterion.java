package encore.query.search.criteria;

import encore.infra.views.lanes.ReadDeadline;
import encore.query.memory.DeadlineSteps;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.RoaringBitmapWriter;

/** One condition of a search. */
public interface Criterion {

    /** Size of a criterion that has no set of its own; such criteria are evaluated last. */
    long UNKNOWN_SIZE = Long.MAX_VALUE;

    /** Among fewer fans, a costly criterion tests each fan without first counting its matches. */
    int FEW_FANS = 20_000;

    /** Fans are few compared to a criterion if it can match more than this many times as many. */
    int FEW_RATIO = 4;

    /** Returns an upper bound of the number of fans who meet this criterion. */
    long maxMatches();

    /** Returns the fans among those given who meet this criterion, as a new set. */
    RoaringBitmap filter(RoaringBitmap fans);

    /** Returns whether each fan is tested separately, so that it pays to reduce the fans first. */
    default boolean isCostly() {
        return maxMatches() == UNKNOWN_SIZE;
    }

    /** Returns whether a change of one fan can alter the result for other fans. */
    default boolean dependsOnOtherFans() {
        return false;
    }

    static Criterion anyOf(List<RoaringBitmap> sets) {
        if (sets.size() == 1) {
            return in(sets.getFirst());
        }
        long maxMatches =
                sets.stream().mapToLong(RoaringBitmap::getLongCardinality).sum();
        return new FunctionCriterion(
                maxMatches, fans -> isFew(fans, maxMatches) ? intersectEach(sets, fans) : intersectUnion(sets, fans));
    }

    /** Intersects each set with the fans, which is cheaper than joining the sets if the fans are few. */
    private static RoaringBitmap intersectEach(List<RoaringBitmap> sets, RoaringBitmap few) {
        RoaringBitmap matches = new RoaringBitmap();
        for (RoaringBitmap set : sets) {
            ReadDeadline.checkCurrent();
            matches.or(RoaringBitmap.and(few, set));
        }
        return matches;
    }

    private static RoaringBitmap intersectUnion(List<RoaringBitmap> sets, RoaringBitmap many) {
        // The sets are joined one after another, so that the deadline is looked at before each.
        return RoaringBitmap.and(
                many,
                RoaringBitmap.or(
                        sets.stream().peek(set -> ReadDeadline.checkCurrent()).iterator()));
    }

    /** Chooses between two forms of the same criterion: few fans are tested one by one. */
    static Criterion testEachIfFew(Criterion each, Criterion joined) {
        long maxMatches = joined.maxMatches();
        return new FunctionCriterion(
                maxMatches, fans -> isFew(fans, maxMatches) ? each.filter(fans) : joined.filter(fans));
    }

    private static boolean isFew(RoaringBitmap fans, long maxMatches) {
        return fans.getLongCardinality() < maxMatches / FEW_RATIO;
    }

    static Criterion in(RoaringBitmap set) {
        return new InSet(set);
    }

    /** Matches fans who are in none of the sets. Fans about whom nothing is recorded are in none. */
    static Criterion notIn(List<RoaringBitmap> sets) {
        return new FunctionCriterion(UNKNOWN_SIZE - 1, fans -> {
            RoaringBitmap remaining = fans.clone();
            for (RoaringBitmap set : sets) {
                ReadDeadline.checkCurrent();
                remaining.andNot(set);
            }
            return remaining;
        });
    }

    /** Matches fans by a range of numbers; {@code to} is excluded. */
    static Criterion between(int from, int to) {
        return new FunctionCriterion(Math.max(0, to - from), fans -> {
            RoaringBitmap remaining = fans.clone();
            remaining.remove(0L, from);
            remaining.remove(Math.max(from, to), 1L << 32);
            return remaining;
        });
    }

    static Criterion testEach(IntPredicate test) {
        return new FunctionCriterion(UNKNOWN_SIZE, fans -> {
            RoaringBitmapWriter<RoaringBitmap> matches =
                    RoaringBitmapWriter.writer().get();
            DeadlineSteps steps = new DeadlineSteps();
            fans.forEach((int fan) -> {
                steps.step();
                if (test.test(fan)) {
                    matches.add(fan);
                }
            });
            return matches.get();
        });
    }

    /**
     * Returns the fans who meet all criteria. The smallest sets come first; columns and tickets are tested for the
     * remaining fans only. If one of the sets is small, the matches of costly criteria are not counted: that takes
     * longer than testing the few remaining fans.
     */
    static RoaringBitmap filterByAll(List<Criterion> criteria, RoaringBitmap fans) {
        boolean isFew = fans.getLongCardinality() < FEW_FANS
                || criteria.stream().anyMatch(one -> !one.isCostly() && one.maxMatches() < FEW_FANS);
        RoaringBitmap remaining = fans;
        for (Criterion criterion : criteria.stream()
                .sorted(Comparator.comparingLong(one -> isFew && one.isCostly() ? UNKNOWN_SIZE : one.maxMatches()))
                .toList()) {
            if (remaining.isEmpty()) {
                break;
            }
            ReadDeadline.checkCurrent();
            remaining = criterion.filter(remaining);
        }
        return remaining;
    }

    record InSet(RoaringBitmap set) implements Criterion {

        @Override
        public long maxMatches() {
            return set.getLongCardinality();
        }

        @Override
        public RoaringBitmap filter(RoaringBitmap fans) {
            return RoaringBitmap.and(fans, set);
        }
    }

    /** A criterion that a function evaluates. */
    record FunctionCriterion(long maxMatches, UnaryOperator<RoaringBitmap> function) implements Criterion {

        @Override
        public RoaringBitmap filter(RoaringBitmap fans) {
            return function.apply(fans);
        }
    }
}
