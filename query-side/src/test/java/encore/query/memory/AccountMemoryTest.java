package encore.query.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.ViewsUnavailable;
import encore.infra.views.lanes.ReadDeadline;
import encore.infra.views.lanes.ReadStopped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

/** The memory of an account is the list of the numbers that were written. */
class AccountMemoryTest {

    /** The common pool has one thread on two cores. */
    private static final Executor OWN_THREAD =
            work -> Thread.ofPlatform().daemon().start(work);

    private final AccountMemory<List<Integer>> memory = new AccountMemory<>(account -> new ArrayList<>());
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void endReads() {
        end.countDown();
    }

    @Test
    void a_read_sees_all_that_was_written_before_in_order() throws Exception {
        CompletableFuture<List<Integer>> longRead = beginLongRead();
        for (int number = 0; number < 1_000; number++) {
            int next = number;
            within(() -> write(1, next));
        }
        CompletableFuture<List<Integer>> next = CompletableFuture.supplyAsync(() -> read(1), OWN_THREAD);
        end.countDown();
        assertThat(longRead.get(10, TimeUnit.SECONDS)).isEmpty();
        assertThat(next.get(10, TimeUnit.SECONDS)).hasSize(1_000).isSorted();
    }

    @Test
    void the_last_reader_makes_changes_that_nobody_asks_for() throws Exception {
        CompletableFuture<List<Integer>> longRead = beginLongRead();
        var made = new CountDownLatch(1);
        memory.write(1, numbers -> made.countDown());
        assertThat(made.getCount()).isEqualTo(1);
        end.countDown();
        assertThat(longRead).succeedsWithin(Duration.ofSeconds(10));
        assertThat(made.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_reader_that_reads_again_does_not_wait_for_itself() throws Exception {
        write(1);
        List<Integer> found = within(() -> memory.read(1, before -> {
            CompletableFuture.runAsync(() -> write(1, 7), OWN_THREAD).join();
            return read(1);
        }));
        assertThat(found).isEmpty();
        assertThat(read(1)).containsExactly(7);
    }

    @Test
    void the_wait_for_a_change_ends_with_the_time_of_the_question() {
        beginLongRead();
        write(1, 7);
        assertThatThrownBy(() -> ScopedValue.where(ReadDeadline.CURRENT, ReadDeadline.after(Duration.ofMillis(20)))
                        .run(() -> read(1)))
                .isInstanceOf(ReadStopped.class);
        assertThat(ScopedValue.where(ReadDeadline.CURRENT, ReadDeadline.after(Duration.ofSeconds(20)))
                        .<List<Integer>, RuntimeException>call(() -> read(2)))
                .isEmpty();
    }

    @Test
    void an_event_loop_does_not_wait() {
        beginLongRead();
        write(1, 7);
        assertThatThrownBy(() -> CompletableFuture.supplyAsync(() -> read(1), Schedulers.parallel()::schedule)
                        .join())
                .hasCauseInstanceOf(NotInMemory.class);
        assertThat(CompletableFuture.supplyAsync(() -> read(2), Schedulers.parallel()::schedule)
                        .join())
                .isEmpty();
    }

    @Test
    void a_change_that_is_queued_is_made_whatever_time_its_reader_has() throws Exception {
        CompletableFuture<List<Integer>> longRead = beginLongRead();
        memory.write(1, numbers -> {
            ReadDeadline.checkCurrent();
            numbers.add(7);
        });
        end.countDown();
        longRead.get(10, TimeUnit.SECONDS);
        // The long read made the change with a deadline that was over.
        assertThat(read(1)).containsExactly(7);
    }

    @Test
    void after_a_change_that_failed_the_account_does_not_answer_and_the_next_write_fails() throws Exception {
        write(1, 1);
        write(2, 2);
        CompletableFuture<List<Integer>> longRead = beginLongRead();
        memory.write(1, numbers -> {
            throw new IllegalArgumentException("a test");
        });
        end.countDown();
        assertThat(longRead.get(10, TimeUnit.SECONDS)).containsExactly(1);
        assertThatThrownBy(() -> read(1)).isInstanceOf(ViewsUnavailable.class);
        assertThat(read(2)).containsExactly(2);
        assertThatThrownBy(() -> write(2, 3)).rootCause().hasMessage("a test");
    }

    /** Begins a read of account 1 whose question's time is over while it works. It answers what it found at its beginning. */
    private CompletableFuture<List<Integer>> beginLongRead() {
        CompletableFuture<List<Integer>> read = CompletableFuture.supplyAsync(
                () -> ScopedValue.where(ReadDeadline.CURRENT, ReadDeadline.after(Duration.ZERO))
                        .<List<Integer>, RuntimeException>call(() -> {
                            write(1);
                            return memory.read(1, numbers -> {
                                List<Integer> found = List.copyOf(numbers);
                                begun.countDown();
                                await(end);
                                return found;
                            });
                        }),
                OWN_THREAD);
        await(begun);
        return read;
    }

    private boolean write(long account, int... added) {
        memory.write(account, numbers -> {
            for (int number : added) {
                numbers.add(number);
            }
        });
        return true;
    }

    private List<Integer> read(long account) {
        return memory.read(account, List::copyOf);
    }

    private static <R> R within(Supplier<R> work) throws Exception {
        return CompletableFuture.supplyAsync(work, OWN_THREAD).get(10, TimeUnit.SECONDS);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
