package encore.infra.views.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import encore.infra.views.lanes.ReadStopped.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadLanesTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Executor CALLERS = Thread::startVirtualThread;

    private final ReadLanes lanes = new ReadLanes(4, Duration.ofMillis(50));
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger begunFast = new AtomicInteger();
    private final AtomicInteger working = new AtomicInteger();

    @AfterEach
    void releaseReaders() {
        released.countDown();
    }

    @Test
    void a_shortQuestion_is_answered_on_a_reader_with_its_deadline() {
        assertThat(lanes.call(1, ReadDeadline.after(LONG), false, () -> {
                    assertThat(ReadDeadline.current().isInSlowLane()).isFalse();
                    assertThat(ReadLanes.isReader()).isTrue();
                    assertThat(Thread.currentThread().isVirtual()).isFalse();
                    return 7;
                }))
                .isEqualTo(7);
        assertThat(ReadLanes.isReader()).isFalse();
    }

    @Test
    void a_long_question_is_stopped_and_begins_anew_in_the_slow_lane() {
        var attempts = new ArrayList<Boolean>();

        String answer = lanes.call(1, ReadDeadline.after(LONG), false, () -> {
            attempts.add(ReadDeadline.current().isInSlowLane());
            workFor(Duration.ofMillis(120));
            return "done";
        });

        assertThat(answer).isEqualTo("done");
        assertThat(attempts).containsExactly(false, true);
    }

    @Test
    void the_work_stops_at_the_deadline_and_the_reader_serves_the_next() {
        var stopped = new CompletableFuture<Reason>();

        assertThatThrownBy(() -> lanes.call(1, ReadDeadline.after(Duration.ofMillis(200)), false, () -> {
                    try {
                        return workFor(LONG);
                    } catch (ReadStopped e) {
                        if (e.reason() != Reason.SLOW) {
                            stopped.complete(e.reason());
                        }
                        throw e;
                    }
                }))
                .isInstanceOfSatisfying(
                        ReadStopped.class, e -> assertThat(e.reason()).isEqualTo(Reason.DEADLINE));

        await().until(stopped::isDone);
        assertThat(stopped).isCompletedWithValue(Reason.DEADLINE);
        assertThat(shortQuestion(1)).isEqualTo("short");
    }

    @Test
    void the_work_stops_when_the_caller_leaves_and_a_waiting_question_never_begins() {
        holdBothSlowReaders();
        ReadDeadline caller = ReadDeadline.untilCancelled();
        var begun = new AtomicInteger();
        CompletableFuture<Object> waiting = ask(1, caller.within(LONG), true, begun::incrementAndGet);

        caller.cancel();

        assertThatThrownBy(waiting::join).hasCauseInstanceOf(ReadStopped.class);
        released.countDown();
        assertThat(shortQuestion(1)).isEqualTo("short");
        assertThat(begun).hasValue(0);
    }

    @Test
    void the_slow_lane_has_half_of_the_readers_and_the_others_answer_meanwhile() {
        List<CompletableFuture<Object>> slow = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            slow.add(ask(i, ReadDeadline.after(LONG), true, this::holdReader));
        }
        await().until(() -> working.get() == 2);

        for (int i = 0; i < 20; i++) {
            assertThat(shortQuestion(99)).isEqualTo("short");
        }
        assertThat(working).hasValue(2);

        released.countDown();
        slow.forEach(CompletableFuture::join);
    }

    @Test
    void an_account_leaves_the_last_slow_reader_to_others() {
        ask(1, ReadDeadline.after(LONG), true, this::holdReader);
        ask(1, ReadDeadline.after(LONG), true, this::holdReader);
        await().until(() -> working.get() == 1);

        assertThat(lanes.call(2, ReadDeadline.after(LONG), true, () -> "mine")).isEqualTo("mine");
        assertThat(working).hasValue(1);
    }

    @Test
    void an_account_that_used_little_never_waits_behind_a_crowd_of_heavy_ones() {
        List<CompletableFuture<Object>> crowd = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            crowd.add(ask(i % 12, ReadDeadline.after(Duration.ofSeconds(3)), false, () -> {
                begunFast.incrementAndGet();
                return workFor(LONG);
            }));
        }
        await().until(() -> begunFast.get() >= 20);

        for (int i = 0; i < 30; i++) {
            long begun = System.nanoTime();
            assertThat(shortQuestion(99)).isEqualTo("short");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMillis(150));
        }

        crowd.forEach(one -> assertThatThrownBy(one::join).hasCauseInstanceOf(ReadStopped.class));
    }

    @Test
    void an_account_with_too_many_slow_questions_is_answered_at_once() {
        holdBothSlowReaders();
        List<CompletableFuture<Object>> many = new ArrayList<>();
        for (int i = 0; i < 129; i++) {
            many.add(ask(1, ReadDeadline.after(LONG), true, () -> "late"));
        }

        await().until(() -> many.stream().anyMatch(CompletableFuture::isCompletedExceptionally));
        assertThat(many).filteredOn(CompletableFuture::isDone).hasSize(1);
    }

    @Test
    void an_error_of_the_work_comes_to_the_caller_as_it_is() {
        assertThatThrownBy(() -> lanes.call(1, ReadDeadline.after(LONG), false, () -> {
                    throw new IllegalArgumentException("wrong");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("wrong");
    }

    private void holdBothSlowReaders() {
        ask(50, ReadDeadline.after(LONG), true, this::holdReader);
        ask(51, ReadDeadline.after(LONG), true, this::holdReader);
        await().until(() -> working.get() == 2);
    }

    private CompletableFuture<Object> ask(
            long account, ReadDeadline deadline, boolean slow, Supplier<Object> question) {
        return CompletableFuture.supplyAsync(() -> lanes.call(account, deadline, slow, question), CALLERS);
    }

    private Object shortQuestion(long account) {
        return lanes.call(account, ReadDeadline.after(LONG), false, () -> "short");
    }

    private Object holdReader() {
        working.incrementAndGet();
        try {
            released.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return "held";
    }

    /** Works in short steps and looks at the deadline between them. */
    private static Object workFor(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            ReadDeadline.checkCurrent();
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return "worked";
    }
}
