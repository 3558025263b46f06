package encore.infra.views.sqlite;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** The memory that the writers of all files may use for pages, shared among the active writers. */
final class WriterMemory {

    /** For the whole process. SQLite allocates it only as it is used. */
    private static final int TOTAL_KILOBYTES = 192_000;

    /** A batch over indexes of random keys is twice as fast when its pages stay in memory. */
    static final int MAX_KILOBYTES = 24_000;

    /** While a version is filled, all of its documents are read and changed again and again. */
    private static final int MAX_FILLING_KILOBYTES = 96_000;

    /** SQLite's default. */
    static final int MIN_KILOBYTES = 2_000;

    /** For all versions that are being filled, as JSON in the heap. */
    private static final long MAX_BUFFERED_BYTES = 64L << 20;

    private static final long MIN_BUFFERED_BYTES = 8L << 20;

    /** Half of the cores at most, so that readers notice nothing. */
    private static final int MAX_BACKGROUND_WRITES =
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private final AtomicInteger writers = new AtomicInteger();
    private final AtomicInteger fillingWriters = new AtomicInteger();
    private final Semaphore backgroundWrites = new Semaphore(MAX_BACKGROUND_WRITES);

    /**
     * Takes a writer's share until the returned action gives it back.
     *
     * @param fills whether its version is being filled
     */
    Runnable join(boolean fills) {
        int one = fills ? 1 : 0;
        writers.incrementAndGet();
        fillingWriters.addAndGet(one);
        return () -> {
            writers.decrementAndGet();
            fillingWriters.addAndGet(-one);
        };
    }

    /**
     * Returns the bytes of documents that one filled version may buffer. A version that only follows the log buffers
     * nothing.
     */
    long bufferLimit() {
        return Math.max(MIN_BUFFERED_BYTES, MAX_BUFFERED_BYTES / Math.max(1, fillingWriters.get())) / 2;
    }

    /** Returns whether a filled version may use another background thread for its buffered documents. */
    boolean tryStartBackgroundWrite() {
        return backgroundWrites.tryAcquire();
    }

    void endBackgroundWrite() {
        backgroundWrites.release();
    }

    /**
     * Returns a writer's share in kilobytes, in whole megabytes: otherwise it would be set again whenever a writer
     * comes or goes.
     */
    int shareKilobytes(boolean filling) {
        long share = TOTAL_KILOBYTES / Math.max(1, writers.get()) / 1_000 * 1_000L;
        return Math.clamp(share, MIN_KILOBYTES, filling ? MAX_FILLING_KILOBYTES : MAX_KILOBYTES);
    }
}
