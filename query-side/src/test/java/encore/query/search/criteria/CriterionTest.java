package encore.query.search.criteria;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;

class CriterionTest {

    private static final RoaringBitmap MANY = RoaringBitmap.bitmapOfRange(0, 2 * Criterion.FEW_FANS);

    private final List<String> asked = new ArrayList<>();

    @Test
    void a_costly_criterion_is_not_counted_if_a_small_set_is_demanded_as_well() {
        RoaringBitmap small = RoaringBitmap.bitmapOf(1, 2, 3);
        assertThat(Criterion.filterByAll(List.of(new Costly(), Criterion.in(small)), MANY))
                .isEqualTo(RoaringBitmap.bitmapOf(2));
        assertThat(asked).containsExactly("who of 3");
    }

    @Test
    void it_is_where_all_sets_are_large() {
        RoaringBitmap large = RoaringBitmap.bitmapOfRange(0, Criterion.FEW_FANS);
        assertThat(Criterion.filterByAll(List.of(Criterion.in(large), new Costly()), MANY))
                .isEqualTo(RoaringBitmap.bitmapOf(2));
        assertThat(asked).contains("how many").last().isEqualTo("who of " + 2 * Criterion.FEW_FANS);
    }

    /** A criterion that one fan meets. */
    private final class Costly implements Criterion {

        @Override
        public long maxMatches() {
            asked.add("how many");
            return 1;
        }

        @Override
        public RoaringBitmap filter(RoaringBitmap some) {
            asked.add("who of " + some.getCardinality());
            return RoaringBitmap.and(some, RoaringBitmap.bitmapOf(2));
        }

        @Override
        public boolean isCostly() {
            return true;
        }
    }
}
