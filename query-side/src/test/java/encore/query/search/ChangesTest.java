package encore.query.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;

class ChangesTest {

    private final Changes changes = new Changes();

    @Test
    void nothing_is_known_of_before_somebody_looked() {
        changes.of(1);
        assertThat(changes.since(0)).isNull();
        long then = changes.now();
        assertThat(changes.since(then)).isEqualTo(new RoaringBitmap());
    }

    @Test
    void who_looked_once_learns_who_changed_since() {
        long first = changes.now();
        changes.of(7);
        long second = changes.now();
        changes.of(3);
        changes.of(3);
        assertThat(changes.since(first)).isEqualTo(RoaringBitmap.bitmapOf(3, 7));
        assertThat(changes.since(second)).isEqualTo(RoaringBitmap.bitmapOf(3));
        assertThat(changes.since(changes.now())).isEqualTo(new RoaringBitmap());
    }

    @Test
    void what_changes_everybody_can_be_anybody() {
        long before = changes.now();
        changes.ofAll();
        assertThat(changes.since(before)).isNull();
        long behind = changes.now();
        changes.of(5);
        assertThat(changes.since(behind)).isEqualTo(RoaringBitmap.bitmapOf(5));
    }

    @Test
    void of_very_many_changes_the_last_are_known() {
        long first = changes.now();
        for (int fan = 0; fan < 65_536; fan++) {
            changes.of(fan);
        }
        long late = changes.now();
        assertThat(changes.since(first)).isNotNull();
        changes.of(9);
        assertThat(changes.since(first)).isNull();
        assertThat(changes.since(late)).isEqualTo(RoaringBitmap.bitmapOf(9));
        assertThat(changes.since(late - 2)).isEqualTo(RoaringBitmap.bitmapOf(9, 65_534, 65_535));
    }
}
