package encore.infra.views.sqlite;

import encore.infra.views.lanes.ReadDeadline;
import encore.infra.views.lanes.ReadLanes;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Platform threads that read for those who are not a {@link ReadLanes#isReader() reader}: parts that a question reads
 * aside, and work for no question. Native code would pin a virtual thread's carrier, and block everything else.
 */
final class ReaderThreads implements AutoCloseable {

    /**
     * Connections of all files that are kept open for later queries. Each has three open files and up to a megabyte.
     */
    private static final int MAX_IDLE_CONNECTIONS = 64;

    private final ExecutorService threads;
    private final AtomicInteger idleConnections = new AtomicInteger();

    ReaderThreads(int count) {
        this.threads = Executors.newFixedThreadPool(
                count, task -> Thread.ofPlatform().daemon().name("views-reader").unstarted(new ReaderTask(task)));
    }

    /**
     * Runs a query on one of these threads. A reader, and a query inside a query, stays on its thread; otherwise all
     * threads could wait for each other.
     */
    <R extends @Nullable Object> R call(Supplier<R> query) {
        if (ReadLanes.isReader() || ReaderTask.ON_READER_THREAD.isBound()) {
            return query.get();
        }
        ReadDeadline deadline = ReadDeadline.current();
        Future<R> answer = threads.submit(() -> deadline == null ? query.get() : callUntil(deadline, query));
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw toRuntimeException(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <R extends @Nullable Object> R callUntil(ReadDeadline deadline, Supplier<R> query) {
        deadline.check();
        return ScopedValue.where(ReadDeadline.CURRENT, deadline).<R, RuntimeException>call(query::get);
    }

    /** Returns whether another idle connection may be kept, and counts it if so. */
    boolean reserveIdleConnection() {
        if (idleConnections.incrementAndGet() > MAX_IDLE_CONNECTIONS) {
            idleConnections.decrementAndGet();
            return false;
        }
        return true;
    }

    void releaseIdleConnection() {
        idleConnections.decrementAndGet();
    }

    private static RuntimeException toRuntimeException(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException runtime ? runtime : new IllegalStateException(cause);
    }

    @Override
    public void close() {
        threads.close();
    }

    private record ReaderTask(Runnable task) implements Runnable {

        static final ScopedValue<Boolean> ON_READER_THREAD = ScopedValue.newInstance();

        @Override
        public void run() {
            ScopedValue.where(ON_READER_THREAD, true).run(task);
        }
    }
}
