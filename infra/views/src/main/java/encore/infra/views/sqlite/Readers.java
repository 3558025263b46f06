package encore.infra.views.sqlite;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The platform threads that read. Native code would pin a virtual thread's carrier, and block everything else. */
final class Readers implements AutoCloseable {

    /**
     * Connections of all files that are kept open for later queries. Each has three open files and up to a megabyte.
     */
    private static final int MOST_RESTING = 64;

    private final ExecutorService threads;
    private final AtomicInteger resting = new AtomicInteger();

    Readers(int count) {
        this.threads = Executors.newFixedThreadPool(
                count, task -> Thread.ofPlatform().daemon().name("views-reader").unstarted(new Reader(task)));
    }

    /**
     * Runs a query on one of these threads. A query inside a query stays on its thread; otherwise all threads could
     * wait for each other.
     */
    <R extends @Nullable Object> R call(Supplier<R> question) {
        if (Reader.HERE.isBound()) {
            return question.get();
        }
        Future<R> answer = threads.submit(question::get);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw rethrown(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether another idle connection may be kept, and counts it if so. */
    boolean mayRest() {
        if (resting.incrementAndGet() > MOST_RESTING) {
            resting.decrementAndGet();
            return false;
        }
        return true;
    }

    void roused() {
        resting.decrementAndGet();
    }

    private static RuntimeException rethrown(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException runtime ? runtime : new IllegalStateException(cause);
    }

    @Override
    public void close() {
        threads.close();
    }

    private record Reader(Runnable task) implements Runnable {

        static final ScopedValue<Boolean> HERE = ScopedValue.newInstance();

        @Override
        public void run() {
            ScopedValue.where(HERE, true).run(task);
        }
    }
}
