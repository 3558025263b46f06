package encore.api.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class BoundedWorkTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void work_that_waits_runs_after_other_work_ended_failed_or_was_cancelled() {
        BoundedWork turns = new BoundedWork(2, 10);
        Disposable cancelled = turns.run(Mono.never()).subscribe();
        Sinks.One<String> failing = Sinks.one();
        Mono<String> failed =
                turns.run(failing.asMono()).onErrorReturn("failed").cache();
        Disposable second = failed.subscribe();
        Disposable gone = turns.run(Mono.never()).subscribe();
        Mono<String> waits = turns.run(Mono.just("done")).cache();
        Disposable last = waits.subscribe();
        gone.dispose();
        assertThat(last.isDisposed()).isFalse();
        failing.tryEmitError(new IllegalStateException());
        assertThat(failed.block(PATIENCE)).isEqualTo("failed");
        assertThat(waits.block(PATIENCE)).isEqualTo("done");
        cancelled.dispose();
        second.dispose();
        assertThat(Flux.range(0, 2)
                        .flatMap(each -> turns.run(Mono.just(each)))
                        .count()
                        .block(PATIENCE))
                .isEqualTo(2);
    }

    @Test
    void too_much_work_is_refused() {
        BoundedWork turns = new BoundedWork(1, 1);
        Disposable first = turns.run(Mono.never()).subscribe();
        Disposable second = turns.run(Mono.never()).subscribe();
        assertThatThrownBy(() -> turns.run(Mono.just("x")).block(PATIENCE))
                .isInstanceOf(RejectedExecutionException.class);
        second.dispose();
        first.dispose();
        assertThat(turns.run(Mono.just("x")).block(PATIENCE)).isEqualTo("x");
    }

    @Test
    void much_work_that_ends_at_once_needs_no_deep_stack() {
        BoundedWork turns = new BoundedWork(1, 10_000);
        AtomicInteger done = new AtomicInteger();
        Flux.range(0, 5_000)
                .flatMap(each -> turns.run(Mono.fromRunnable(done::incrementAndGet)), 5_000)
                .blockLast(PATIENCE);
        assertThat(done).hasValue(5_000);
    }
}
