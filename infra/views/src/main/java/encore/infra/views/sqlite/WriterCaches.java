package encore.infra.views.sqlite;

import java.util.concurrent.Semaphore;
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

    /** Not on all cores: who reads views is to notice nothing. */
    private static final int AT_ONCE = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private final AtomicInteger writing = new AtomicInteger();
    private final AtomicInteger filling = new AtomicInteger();
    private final Semaphore aside = new Semaphore(AT_ONCE);

    /**
     * What a writer has of the caches, until it is given back.
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

    /** Bytes of documents that a version may gather which is being filled; who only follows gathers nothing. */
    long held() {
        return Math.max(LEAST_HELD, MOST_HELD / Math.max(1, filling.get())) / 2;
    }

    /** Whether a version that is filled may have a thread of its own for what it has gathered. */
    boolean mayWriteAside() {
        return aside.tryAcquire();
    }

    void wroteAside() {
        aside.release();
    }

    /** In whole megabytes, so that it is not set anew with everyone who comes and goes. */
    int each(boolean filling) {
        long share = KILOBYTES / Math.max(1, writing.get()) / 1_000 * 1_000L;
        return Math.clamp(share, LEAST, filling ? MOST_FILLING : MOST);
    }
}
