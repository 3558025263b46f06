package encore.query.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongIndexTest {

    @Test
    void a_number_is_given_once_and_in_order_also_beyond_where_it_is_divided() {
        LongIndex index = new LongIndex();
        Map<Long, Integer> expected = new HashMap<>();
        Random random = new Random(14);
        for (int i = 0; i < 300_000; i++) {
            // Ids that follow each other, ids from anywhere, and those that came before.
            long key = i % 3 == 0 ? i : random.nextLong(i % 3 == 1 ? 50_000 : Long.MAX_VALUE) - 1_000;
            check(index.find(key) == expected.getOrDefault(key, -1), key);
            int wanted = expected.getOrDefault(key, expected.size());
            expected.put(key, wanted);
            check(index.add(key) == wanted && index.size() == expected.size(), key);
        }
        expected.forEach((key, number) -> assertThat(index.find(key)).isEqualTo(number));
        assertThat(index.find(-7_777)).isEqualTo(-1);
    }

    /** An assertion that says what it says costs more than what is asserted, so often. */
    private static void check(boolean right, long key) {
        if (!right) {
            throw new AssertionError("Wrong of " + key);
        }
    }
}
