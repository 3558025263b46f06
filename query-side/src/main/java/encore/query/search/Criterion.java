package encore.query.search;

import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.RoaringBitmapWriter;

/** One condition of a search. */
interface Criterion {

    /** What has no set is asked last. */
    long UNKNOWN = Long.MAX_VALUE;

    /** Of fewer each is asked what is costly, without finding out how many meet it. */
    int FEW = 20_000;

    /** So many times fewer are few. */
    int FEWER = 4;

    /** So many fans meet it at most. */
    long most();

    /** Those of some fans who meet it, in a set of their own. */
    RoaringBitmap of(RoaringBitmap some);

    /** Whether each fan is looked at alone, so that the fewer are asked the better. */
    default boolean isCostly() {
        return most() == UNKNOWN;
    }

    /** Whether it depends on what other fans are, so that one meets it no more of whom nothing changed. */
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

    /** Few are looked for in each set; for many the sets are joined first. */
    private static RoaringBitmap inOneOf(List<RoaringBitmap> sets, RoaringBitmap few) {
        RoaringBitmap met = new RoaringBitmap();
        sets.forEach(set -> met.or(RoaringBitmap.and(few, set)));
        return met;
    }

    private static RoaringBitmap inAll(List<RoaringBitmap> sets, RoaringBitmap many) {
        return RoaringBitmap.and(many, RoaringBitmap.or(sets.iterator()));
    }

    /** The same one in two ways: of few each is asked. */
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

    /** Those of the living who are not in a set; what was never said is not. */
    static Criterion notIn(List<RoaringBitmap> sets) {
        return new Of(UNKNOWN - 1, some -> {
            RoaringBitmap left = some.clone();
            sets.forEach(left::andNot);
            return left;
        });
    }

    /** Those whose numbers lie between, the second one excluded. */
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
     * Those who meet all: the smallest sets first, and columns and tickets over what is left. Where one of the sets is small,
     * what is costly is not asked how many meet it, which takes longer than asking the few that are left.
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

    /** Who is in one set. */
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

    /** A condition made of what it says. */
    record Of(long most, UnaryOperator<RoaringBitmap> how) implements Criterion {

        @Override
        public RoaringBitmap of(RoaringBitmap some) {
            return how.apply(some);
        }
    }
}
