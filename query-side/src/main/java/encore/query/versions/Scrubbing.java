package encore.query.versions;

import encore.infra.views.Views;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases from the files what was removed from the documents: soon, once for many, and again and again while somebody
 * reads one. Nobody waits for it: what was erased is unreadable since its key went.
 */
final class Scrubbing implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Scrubbing.class);

    /** What comes in so many milliseconds is scrubbed together. */
    private static final long GATHERED = 250;

    private static final long FIRST_PAUSE = 50;

    /** While a file is tried, nobody writes to it. */
    private static final long LONGEST_PAUSE = 1_000;

    private final Views views;
    private final Semaphore asked = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;

    Scrubbing(Views views) {
        this.views = views;
        this.thread = Thread.ofPlatform().daemon().name("views-scrubbing").start(this::run);
    }

    /** All that is removed by now is to leave the files. */
    void request() {
        asked.release();
    }

    private void run() {
        try {
            while (!closed) {
                asked.acquire();
                Thread.sleep(GATHERED);
                asked.drainPermits();
                for (long pause = FIRST_PAUSE; !closed && !scrubbed(); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
                    Thread.sleep(pause);
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("Scrubbing ends");
        }
    }

    private boolean scrubbed() {
        try {
            return views.scrub();
        } catch (RuntimeException e) {
            LOG.warn("The views could not be scrubbed: {}", String.valueOf(e));
            return false;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(20_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
