package encore.query.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StandingTest {

    private record Entry(long points, int since) {}

    private static final Comparator<Entry> ORDER =
            Comparator.comparingLong(Entry::points).reversed().thenComparingInt(Entry::since);

    private final Standing standing = new Standing();

    @Test
    void more_points_stand_higher_and_among_equals_who_came_first() {
        standing.add(10, 1);
        standing.add(20, 2);
        standing.add(10, 0);
        standing.add(-5, 3);
        assertThat(standing.rank(20, 2)).isEqualTo(1);
        assertThat(standing.rank(10, 0)).isEqualTo(2);
        assertThat(standing.rank(10, 1)).isEqualTo(3);
        assertThat(standing.rank(-5, 3)).isEqualTo(4);
    }

    @Test
    void ranks_are_those_of_a_sorted_list_through_thousands_of_changes() {
        Random random = new Random(1);
        List<Entry> entries = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            if (entries.size() > 3_000 || (!entries.isEmpty() && random.nextInt(3) == 0)) {
                Entry gone = entries.remove(random.nextInt(entries.size()));
                standing.remove(gone.points(), gone.since());
            } else {
                var entry = new Entry(random.nextInt(500) - 100, step);
                entries.add(entry);
                standing.add(entry.points(), entry.since());
            }
        }
        entries.sort(ORDER);
        assertThat(standing.size()).isEqualTo(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            assertThat(standing.rank(entry.points(), entry.since())).isEqualTo(i + 1);
        }
    }

    @Test
    void it_can_be_emptied_and_filled_again() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 2_000; i++) {
                standing.add(i, i);
            }
            assertThat(standing.rank(0, 0)).isEqualTo(2_000);
            for (int i = 0; i < 2_000; i++) {
                standing.remove(i, i);
            }
            assertThat(standing.size()).isZero();
        }
    }

    @Test
    void nobody_is_removed_who_is_not_there() {
        standing.add(10, 1);
        assertThatThrownBy(() -> standing.remove(10, 2)).isInstanceOf(IllegalStateException.class);
    }
}
