package encore.query.search;

import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.RoaringBitmapWriter;

/** One condition of a search. */
interface Criterion {

    /** Size of a criterion that has no set of its own; such criteria are evaluated last. */
    long UNKNOWN = Long.MAX_VALUE;

    /** Among fewer fans, a costly criterion tests each fan without first counting its matches. */
    int FEW = 20_000;

    /** Fans are few compared to a criterion if it can match more than this many times as many. */
    int FEWER = 4;

    /** Returns an upper bound of the number of fans who meet this criterion. */
    long most();

    /** Returns the fans among those given who meet this criterion, as a new set. */
    RoaringBitmap of(RoaringBitmap some);

    /** Returns whether each fan is tested separately, so that it pays to reduce the fans first. */
    default boolean isCostly() {
        return most() == UNKNOWN;
    }

    /** Returns whether a change of one fan can alter the result for other fans. */
    default boolean isOfOthers() {
        return false;
    }

    static Criterion anyOf(List<RoaringBitmap> sets) {
        if (sets.size() == 1) {
            return in(sets.getFirst());
        }
        long most = sets.stream().mapToLong(RoaringBitmap::getLongCardinality).sum();
        return new Of(most, some -> isFew(some, most) ? inOneOf(sets, some) : inAll(sets, some));
    }

    /** Intersects each set with the fans, which is cheaper than joining the sets if the fans are few. */
    private static RoaringBitmap inOneOf(List<RoaringBitmap> sets, RoaringBitmap few) {
        RoaringBitmap met = new RoaringBitmap();
        sets.forEach(set -> met.or(RoaringBitmap.and(few, set)));
        return met;
    }

    private static RoaringBitmap inAll(List<RoaringBitmap> sets, RoaringBitmap many) {
        return RoaringBitmap.and(many, RoaringBitmap.or(sets.iterator()));
    }

    /** Chooses between two forms of the same criterion: few fans are tested one by one. */
    static Criterion eachOfFew(Criterion each, Criterion joined) {
        long most = joined.most();
        return new Of(most, some -> isFew(some, most) ? each.of(some) : joined.of(some));
    }

    private static boolean isFew(RoaringBitmap some, long most) {
        return some.getLongCardinality() < most / FEWER;
    }

    static Criterion in(RoaringBitmap set) {
        return new In(set);
    }

    /** Matches fans who are in none of the sets. Fans about whom nothing is recorded are in none. */
    static Criterion notIn(List<RoaringBitmap> sets) {
        return new Of(UNKNOWN - 1, some -> {
            RoaringBitmap left = some.clone();
            sets.forEach(left::andNot);
            return left;
        });
    }

    /** Matches fans by a range of numbers; {@code to} is excluded. */
    static Criterion between(int from, int to) {
        return new Of(Math.max(0, to - from), some -> {
            RoaringBitmap left = some.clone();
            left.remove(0L, from);
            left.remove(Math.max(from, to), 1L << 32);
            return left;
        });
    }

    static Criterion each(IntPredicate wanted) {
        return new Of(UNKNOWN, some -> {
            RoaringBitmapWriter<RoaringBitmap> met =
                    RoaringBitmapWriter.writer().get();
            some.forEach((int fan) -> {
                if (wanted.test(fan)) {
                    met.add(fan);
                }
            });
            return met.get();
        });
    }

    /**
     * Returns the fans who meet all criteria. The smallest sets come first; columns and tickets are tested for the
     * remaining fans only. If one of the sets is small, the matches of costly criteria are not counted: that takes
     * longer than testing the few remaining fans.
     */
    static RoaringBitmap all(List<Criterion> criteria, RoaringBitmap some) {
        boolean few = some.getLongCardinality() < FEW
                || criteria.stream().anyMatch(one -> !one.isCostly() && one.most() < FEW);
        RoaringBitmap left = some;
        for (Criterion criterion : criteria.stream()
                .sorted(Comparator.comparingLong(one -> few && one.isCostly() ? UNKNOWN : one.most()))
                .toList()) {
            if (left.isEmpty()) {
                break;
            }
            left = criterion.of(left);
        }
        return left;
    }

    record In(RoaringBitmap set) implements Criterion {

        @Override
        public long most() {
            return set.getLongCardinality();
        }

        @Override
        public RoaringBitmap of(RoaringBitmap some) {
            return RoaringBitmap.and(some, set);
        }
    }

    /** A criterion that a function evaluates. */
    record Of(long most, UnaryOperator<RoaringBitmap> how) implements Criterion {

        @Override
        public RoaringBitmap of(RoaringBitmap some) {
            return how.apply(some);
        }
    }
}
