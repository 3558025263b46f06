package encore.command.quotas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LongHashSetTest {

    @Test
    void it_contains_what_a_set_of_the_library_contains() {
        Random random = new Random(7);
        Set<Long> expected = new HashSet<>();
        LongHashSet hashes = new LongHashSet();
        for (int i = 0; i < 20_000; i++) {
            long hash = i % 3 == 0 ? random.nextInt(5_000) + 1 : random.nextLong();
            assertThat(hashes.add(hash)).isEqualTo(expected.add(hash));
        }
        assertThat(hashes.size()).isEqualTo(expected.size());
        assertThat(Arrays.stream(hashes.toArray()).boxed()).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(expected).allMatch(hashes::contains);
        assertThat(random.longs(1_000)).noneMatch(hashes::contains);
    }

    @Test
    void zero_is_a_hash_like_any_other() {
        LongHashSet hashes = new LongHashSet();
        assertThat(hashes.contains(0)).isFalse();
        assertThat(hashes.add(0)).isTrue();
        assertThat(hashes.contains(0)).isTrue();
        assertThat(hashes.add(0)).isFalse();
    }
}
