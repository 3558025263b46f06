package encore.query.points.boards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RankIndexTest {

    private record Entry(long points, int since) {}

    private static final Comparator<Entry> ORDER =
            Comparator.comparingLong(Entry::points).reversed().thenComparingInt(Entry::since);

    private final RankIndex rankIndex = new RankIndex();

    @Test
    void more_points_stand_higher_and_among_equals_who_came_first() {
        rankIndex.add(10, 1);
        rankIndex.add(20, 2);
        rankIndex.add(10, 0);
        rankIndex.add(-5, 3);
        assertThat(rankIndex.rank(20, 2)).isEqualTo(1);
        assertThat(rankIndex.rank(10, 0)).isEqualTo(2);
        assertThat(rankIndex.rank(10, 1)).isEqualTo(3);
        assertThat(rankIndex.rank(-5, 3)).isEqualTo(4);
    }

    @Test
    void ranks_are_those_of_a_sorted_list_through_thousands_of_changes() {
        Random random = new Random(1);
        List<Entry> entries = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            if (entries.size() > 3_000 || (!entries.isEmpty() && random.nextInt(3) == 0)) {
                Entry gone = entries.remove(random.nextInt(entries.size()));
                rankIndex.remove(gone.points(), gone.since());
            } else {
                var entry = new Entry(random.nextInt(500) - 100, step);
                entries.add(entry);
                rankIndex.add(entry.points(), entry.since());
            }
        }
        entries.sort(ORDER);
        assertThat(rankIndex.size()).isEqualTo(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            assertThat(rankIndex.rank(entry.points(), entry.since())).isEqualTo(i + 1);
        }
    }

    @Test
    void it_can_be_emptied_and_filled_again() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 2_000; i++) {
                rankIndex.add(i, i);
            }
            assertThat(rankIndex.rank(0, 0)).isEqualTo(2_000);
            for (int i = 0; i < 2_000; i++) {
                rankIndex.remove(i, i);
            }
            assertThat(rankIndex.size()).isZero();
        }
    }

    @Test
    void nobody_is_removed_who_is_not_there() {
        rankIndex.add(10, 1);
        assertThatThrownBy(() -> rankIndex.remove(10, 2)).isInstanceOf(IllegalStateException.class);
    }
}
