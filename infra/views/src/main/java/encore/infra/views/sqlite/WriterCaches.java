package encore.infra.views.sqlite;

import java.util.concurrent.atomic.AtomicInteger;

/** What the writers of all files may hold of their pages in memory, shared among those that write at the time. */
final class WriterCaches {

    /** Of the process. It is taken only as it is used. */
    private static final int KILOBYTES = 192_000;

    /** A batch over indexes of random keys is twice as fast when its pages stay. */
    static final int MOST = 24_000;

    /** All of its documents are looked at and changed again and again. */
    private static final int MOST_FILLING = 96_000;

    /** SQLite's own default. */
    static final int LEAST = 2_000;

    /** Of all that are being filled, in the heap, as JSON. */
    private static final long MOST_HELD = 64L << 20;

    private static final long LEAST_HELD = 8L << 20;

    private final AtomicInteger writing = new AtomicInteger();

    void joined() {
        writing.incrementAndGet();
    }

    void left() {
        writing.decrementAndGet();
    }

    /** Bytes of documents that a version may hold which is being filled, until it writes them. */
    long held() {
        return Math.max(LEAST_HELD, MOST_HELD / Math.max(1, writing.get()));
    }

    /** In whole megabytes, so that it is not set anew with everyone who comes and goes. */
    int each(boolean filling) {
        long share = KILOBYTES / Math.max(1, writing.get()) / 1_000 * 1_000L;
        return Math.clamp(share, LEAST, filling ? MOST_FILLING : MOST);
    }
}
