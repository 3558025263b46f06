package encore.infra.eventstore.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class RecentEventTypesTest {

    private final RecentEventTypes types = new RecentEventTypes(4);

    @Test
    void nothing_is_passed_over_before_anything_was_announced() {
        assertThat(types.endWithout(Set.of("a"), 0)).isZero();
    }

    @Test
    void all_is_passed_over_up_to_the_next_append_that_has_one_of_the_types() {
        types.appended(11, 13, Set.of("a"));
        types.appended(14, 14, Set.of("a", "b"));
        types.appended(15, 20, Set.of("c"));
        assertThat(types.endWithout(Set.of("b"), 10)).isEqualTo(13);
        assertThat(types.endWithout(Set.of("b"), 12)).isEqualTo(13);
        assertThat(types.endWithout(Set.of("b"), 13)).isEqualTo(13);
        assertThat(types.endWithout(Set.of("b"), 14)).isEqualTo(20);
        assertThat(types.endWithout(Set.of("d"), 10)).isEqualTo(20);
        assertThat(types.endWithout(Set.of("c", "a"), 10)).isEqualTo(10);
        assertThat(types.endWithout(Set.of("d"), 20)).isEqualTo(20);
        assertThat(types.endWithout(Set.of("d"), 25)).isEqualTo(25);
    }

    @Test
    void events_before_the_oldest_remembered_one_are_not_passed_over() {
        for (long position = 1; position <= 9; position++) {
            types.appended(position, position, Set.of("a"));
        }
        assertThat(types.endWithout(Set.of("b"), 4)).isEqualTo(4);
        assertThat(types.endWithout(Set.of("b"), 5)).isEqualTo(9);
    }

    @Test
    void nothing_is_passed_over_that_nobody_announced() {
        types.appended(1, 2, Set.of("a"));
        types.appended(5, 6, Set.of("a"));
        assertThat(types.endWithout(Set.of("b"), 0)).isZero();
        assertThat(types.endWithout(Set.of("b"), 3)).isEqualTo(3);
        assertThat(types.endWithout(Set.of("b"), 4)).isEqualTo(6);
    }
}
