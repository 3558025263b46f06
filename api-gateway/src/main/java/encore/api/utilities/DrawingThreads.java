package encore.api.utilities;

import encore.api.problems.Problem;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Draws on few threads: a large code takes milliseconds, for which an event loop must not wait. */
@Component
class DrawingThreads implements DisposableBean {

    private static final int MAX_WAITING = 256;
    private static final int IDLE_SECONDS = 60;

    private final Scheduler scheduler = Schedulers.newBoundedElastic(
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2), MAX_WAITING, "drawing", IDLE_SECONDS);

    /** Does some work; fails with a {@link Problem} (503) when too much of it is waiting. */
    <T> Mono<T> run(Callable<T> work) {
        return Mono.fromCallable(work)
                .subscribeOn(scheduler)
                .onErrorMap(
                        RejectedExecutionException.class,
                        full -> Problem.unavailable(
                                "overloaded",
                                "Too many codes are being drawn; try again soon.",
                                Duration.ofSeconds(1)));
    }

    @Override
    public void destroy() {
        scheduler.dispose();
    }
}
