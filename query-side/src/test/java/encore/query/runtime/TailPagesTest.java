package encore.query.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Recorded;
import encore.query.runtime.Counters.Other;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TailPagesTest {

    private final MemoryTail tail = new MemoryTail();
    private final Semaphore reads = new Semaphore(0);

    @Test
    void pages_follow_each_other_whatever_is_asked_for() {
        append(4_500);
        var pages = new TailPages(tail);
        long after = 0;
        for (int limit : List.of(1, 999, 2_000, 7, 3_000, 10)) {
            for (Recorded recorded : pages.take(after, limit)) {
                assertThat(recorded.position()).isEqualTo(++after);
            }
        }
        assertThat(after).isEqualTo(4_500);
        assertThat(pages.take(10, 3)).extracting(Recorded::position).containsExactly(11L, 12L, 13L);
    }

    @Test
    void what_is_appended_after_the_end_was_fetched_is_not_missed() throws InterruptedException {
        append(1_000);
        var pages = new TailPages(counted());
        assertThat(pages.take(0, 1_000)).hasSize(1_000);
        assertThat(reads.tryAcquire(2, 10, TimeUnit.SECONDS)).isTrue();
        append(5);
        assertThat(pages.take(1_000, 2_000)).hasSize(5);
    }

    private void append(int events) {
        for (int i = 0; i < events; i++) {
            tail.append("other", new Other());
        }
    }

    private EventTail counted() {
        return new EventTail() {
            @Override
            public List<Recorded> read(long after, int limit) {
                List<Recorded> read = tail.read(after, limit);
                reads.release();
                return read;
            }

            @Override
            public long head() {
                return tail.head();
            }

            @Override
            public AutoCloseable onNews(Set<Class<?>> types, Runnable wake) {
                return tail.onNews(types, wake);
            }
        };
    }
}
