package encore.api.media;

import encore.api.problems.Problem;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Runs all work on images, on few threads: an image of 25 million pixels takes up to 300 MB, and an event loop must not
 * wait for it.
 */
@Component
class ImageThreads implements DisposableBean {

    private static final long BYTES_OF_AN_IMAGE = 512L << 20;
    private static final int MAX_WAITING = 64;
    private static final int IDLE_SECONDS = 60;

    private final Scheduler scheduler = Schedulers.newBoundedElastic(threads(), MAX_WAITING, "images", IDLE_SECONDS);

    /** Returns the number of threads: as many as the heap has room for, and at most half of the cores. */
    private static int threads() {
        int cores = Runtime.getRuntime().availableProcessors();
        return (int) Math.clamp(Runtime.getRuntime().maxMemory() / BYTES_OF_AN_IMAGE, 1, Math.max(1, cores / 2));
    }

    /** Does some work; fails with a {@link Problem} (503) when too much of it is waiting. */
    <T> Mono<T> run(Callable<T> work) {
        return Mono.fromCallable(work)
                .subscribeOn(scheduler)
                .onErrorMap(
                        RejectedExecutionException.class,
                        full -> Problem.unavailable(
                                "overloaded",
                                "Too many images are being read or scaled; try again soon.",
                                Duration.ofSeconds(1)));
    }

    @Override
    public void destroy() {
        scheduler.dispose();
    }
}
