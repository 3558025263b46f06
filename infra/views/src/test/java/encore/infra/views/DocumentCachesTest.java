package encore.infra.views;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Cache;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DocumentCachesTest {

    @Test
    void few_that_are_large_stay_and_many_that_are_small() {
        assertThat(kept(100_000)).isBetween(100L, 400L);
        assertThat(kept(300)).isBetween(50_000L, 100_000L);
    }

    /** How many are still there of a great many of a size. */
    private static long kept(int bytes) {
        Cache<Integer, Integer> recent = DocumentCaches.create(size -> size);
        IntStream.range(0, 200_000).forEach(place -> recent.put(place, bytes));
        recent.cleanUp();
        return recent.estimatedSize();
    }
}
