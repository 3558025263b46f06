package encore.infra.views.sqlite;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** The memory that the writers of all files may use for pages, shared among the active writers. */
final class WriterCaches {

    /** For the whole process. SQLite allocates it only as it is used. */
    private static final int KILOBYTES = 192_000;

    /** A batch over indexes of random keys is twice as fast when its pages stay in memory. */
    static final int MOST = 24_000;

    /** While a version is filled, all of its documents are read and changed again and again. */
    private static final int MOST_FILLING = 96_000;

    /** SQLite's default. */
    static final int LEAST = 2_000;

    /** For all versions that are being filled, as JSON in the heap. */
    private static final long MOST_HELD = 64L << 20;

    private static final long LEAST_HELD = 8L << 20;

    /** Half of the cores at most, so that readers notice nothing. */
    private static final int AT_ONCE = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private final AtomicInteger writing = new AtomicInteger();
    private final AtomicInteger filling = new AtomicInteger();
    private final Semaphore aside = new Semaphore(AT_ONCE);

    /**
     * Takes a writer's share until the returned action gives it back.
     *
     * @param fills whether its version is being filled
     */
    Runnable join(boolean fills) {
        int one = fills ? 1 : 0;
        writing.incrementAndGet();
        filling.addAndGet(one);
        return () -> {
            writing.decrementAndGet();
            filling.addAndGet(-one);
        };
    }

    /**
     * Returns the bytes of documents that one filled version may buffer. A version that only follows the log buffers
     * nothing.
     */
    long held() {
        return Math.max(LEAST_HELD, MOST_HELD / Math.max(1, filling.get())) / 2;
    }

    /** Returns whether a filled version may use another background thread for its buffered documents. */
    boolean mayWriteAside() {
        return aside.tryAcquire();
    }

    void wroteAside() {
        aside.release();
    }

    /**
     * Returns a writer's share in kilobytes, in whole megabytes: otherwise it would be set again whenever a writer
     * comes or goes.
     */
    int each(boolean filling) {
        long share = KILOBYTES / Math.max(1, writing.get()) / 1_000 * 1_000L;
        return Math.clamp(share, LEAST, filling ? MOST_FILLING : MOST);
    }
}
