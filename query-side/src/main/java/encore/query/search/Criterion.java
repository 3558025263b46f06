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

    /** So many fans meet it at most. */
    long most();

    /** Those of some fans who meet it, in a set of their own. */
    RoaringBitmap of(RoaringBitmap some);

    static Criterion anyOf(List<RoaringBitmap> sets) {
        long most = sets.stream().mapToLong(RoaringBitmap::getLongCardinality).sum();
        return new Of(
                most,
                some -> sets.size() == 1
                        ? RoaringBitmap.and(some, sets.getFirst())
                        : RoaringBitmap.and(some, RoaringBitmap.or(sets.iterator())));
    }

    static Criterion in(RoaringBitmap set) {
        return anyOf(List.of(set));
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

    /** Those who meet all: the smallest sets first, and columns over what is left. */
    static RoaringBitmap all(List<Criterion> criteria, RoaringBitmap living) {
        RoaringBitmap left = living;
        for (Criterion criterion : criteria.stream()
                .sorted(Comparator.comparingLong(Criterion::most))
                .toList()) {
            if (left.isEmpty()) {
                break;
            }
            left = criterion.of(left);
        }
        return left;
    }

    /** A condition made of what it says. */
    record Of(long most, UnaryOperator<RoaringBitmap> how) implements Criterion {

        @Override
        public RoaringBitmap of(RoaringBitmap some) {
            return how.apply(some);
        }
    }
}
