package encore.query.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {

    private final MemoryBudget memoryBudget = new MemoryBudget(100);
    private final List<String> gone = new ArrayList<>();

    private final class One implements MemoryBudget.Evictable {

        private final String name;
        private final long bytes;
        private long asked;
        private boolean needed;

        One(String name, long bytes) {
            this.name = name;
            this.bytes = bytes;
            memoryBudget.add(this, bytes);
        }

        One asked() {
            asked = memoryBudget.nextTick();
            return this;
        }

        @Override
        public long lastUsed() {
            return asked;
        }

        @Override
        public void evict() {
            if (!needed) {
                gone.add(name);
                memoryBudget.remove(this, bytes);
            }
        }
    }

    @Test
    void whom_nobody_asked_for_the_longest_leave_until_a_tenth_is_free() {
        new One("first", 30).asked();
        new One("never", 30);
        One again = new One("again", 20).asked();
        new One("last", 20).asked();
        again.asked();
        memoryBudget.shrink();
        assertThat(gone).isEmpty();
        new One("more", 15).asked();
        memoryBudget.shrink();
        assertThat(gone).containsExactly("never");
        memoryBudget.addBytes(40);
        memoryBudget.shrink();
        assertThat(gone).containsExactly("never", "first", "last");
    }

    @Test
    void memory_that_the_last_query_used_stays_however_large_it_is() {
        new One("small", 1).asked();
        One large = new One("large", 400);
        One beside = new One("beside", 400);
        large.asked();
        beside.asked = large.asked;
        memoryBudget.shrink();
        assertThat(gone).containsExactly("small");
        assertThat(memoryBudget.fits(1)).isFalse();
    }

    @Test
    void needed_memory_stays_and_others_are_evicted_instead() {
        new One("needed", 60).asked().needed = true;
        new One("other", 60).asked();
        new One("last", 20).asked();
        memoryBudget.shrink();
        assertThat(gone).containsExactly("other");
        assertThat(memoryBudget.fits(20)).isTrue();
        assertThat(memoryBudget.fits(21)).isFalse();
    }
}
