package encore.infra.eventstore.axon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AggregateCacheTest {

    @Test
    void bytes_bound_it_and_not_a_number_of_entries() {
        AggregateCache cache = new AggregateCache(10 * 1_024);
        for (int i = 0; i < 1_000; i++) {
            cache.put("ledger.7." + i, new Object());
        }
        assertThat(cache.size()).isBetween(1L, 10L);
    }
}
