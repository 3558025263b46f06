package encore.query.search.criteria;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;

class FanChangeLogTest {

    private final FanChangeLog changeLog = new FanChangeLog();

    @Test
    void nothing_is_known_of_before_somebody_looked() {
        changeLog.markChanged(1);
        assertThat(changeLog.changedSince(0)).isNull();
        long then = changeLog.version();
        assertThat(changeLog.changedSince(then)).isEqualTo(new RoaringBitmap());
    }

    @Test
    void a_reader_of_a_version_learns_the_fans_that_changed_since() {
        long first = changeLog.version();
        changeLog.markChanged(7);
        long second = changeLog.version();
        changeLog.markChanged(3);
        changeLog.markChanged(3);
        assertThat(changeLog.changedSince(first)).isEqualTo(RoaringBitmap.bitmapOf(3, 7));
        assertThat(changeLog.changedSince(second)).isEqualTo(RoaringBitmap.bitmapOf(3));
        assertThat(changeLog.changedSince(changeLog.version())).isEqualTo(new RoaringBitmap());
    }

    @Test
    void after_a_change_of_all_fans_any_fan_may_have_changed() {
        long before = changeLog.version();
        changeLog.markAllChanged();
        assertThat(changeLog.changedSince(before)).isNull();
        long behind = changeLog.version();
        changeLog.markChanged(5);
        assertThat(changeLog.changedSince(behind)).isEqualTo(RoaringBitmap.bitmapOf(5));
    }

    @Test
    void of_very_many_changes_the_last_are_known() {
        long first = changeLog.version();
        for (int fan = 0; fan < 65_536; fan++) {
            changeLog.markChanged(fan);
        }
        long late = changeLog.version();
        assertThat(changeLog.changedSince(first)).isNotNull();
        changeLog.markChanged(9);
        assertThat(changeLog.changedSince(first)).isNull();
        assertThat(changeLog.changedSince(late)).isEqualTo(RoaringBitmap.bitmapOf(9));
        assertThat(changeLog.changedSince(late - 2)).isEqualTo(RoaringBitmap.bitmapOf(9, 65_534, 65_535));
    }
}
