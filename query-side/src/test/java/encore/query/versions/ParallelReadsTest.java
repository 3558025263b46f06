package encore.query.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParallelReadsTest {

    @Test
    void reads_go_on_at_the_same_time_and_answer_in_their_order() {
        var together = new CyclicBarrier(4);
        List<Callable<Integer>> reads = IntStream.range(0, 40)
                .<Callable<Integer>>mapToObj(number -> () -> {
                    together.await(20, TimeUnit.SECONDS);
                    return number;
                })
                .toList();
        assertThat(ParallelReads.all(reads, 4))
                .isEqualTo(IntStream.range(0, 40).boxed().toList());
    }

    @Test
    void no_more_than_allowed_go_on_at_the_same_time() {
        var present = new AtomicInteger();
        var most = new AtomicInteger();
        List<Callable<Boolean>> reads = IntStream.range(0, 30)
                .<Callable<Boolean>>mapToObj(number -> () -> {
                    most.accumulateAndGet(present.incrementAndGet(), Math::max);
                    Thread.sleep(2);
                    present.decrementAndGet();
                    return true;
                })
                .toList();
        ParallelReads.all(reads, 3);
        assertThat(most.get()).isBetween(1, 3);
    }

    @Test
    void a_failure_is_thrown_as_it_was() {
        List<Callable<Integer>> reads = List.of(() -> 1, () -> {
            throw new IllegalArgumentException("wrong");
        });
        assertThatThrownBy(() -> ParallelReads.all(reads, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ParallelReads.all(reads, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
