package encore.query.search.criteria;

import static org.assertj.core.api.Assertions.assertThat;

import encore.query.search.criteria.MatchCache.CachedMatches;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;

class MatchCacheBytesTest {

    @Test
    void it_keeps_as_many_entries_as_its_bytes_and_their_number_allow() {
        MatchCache cache = new MatchCache(20, 1_000);
        for (int i = 0; i < 100; i++) {
            store(cache, i, 100);
        }
        assertThat(cache.size()).isEqualTo(10);
        for (int i = 0; i < 100; i++) {
            store(cache, i, 10);
        }
        assertThat(cache.size()).isEqualTo(20);
        store(cache, 7, 5_000);
        assertThat(cache.size()).isEqualTo(1);
        store(cache, 7, 10);
        store(cache, 8, 10);
        assertThat(cache.size()).isEqualTo(2);
    }

    private static void store(MatchCache cache, int key, long bytes) {
        cache.store(
                ByteBuffer.allocate(Integer.BYTES).putInt(0, key),
                new CachedMatches(new RoaringBitmap(), LocalDate.EPOCH, List.of(), bytes));
    }
}
