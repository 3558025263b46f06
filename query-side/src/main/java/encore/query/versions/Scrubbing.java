package encore.query.versions;

import encore.infra.views.Views;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases from a version's files what was removed from its documents: soon, once for many, and again and again while
 * somebody reads one. Files of versions that removed nothing are left alone. Nobody waits for it: what was erased is unreadable since its key went.
 */
final class Scrubbing implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Scrubbing.class);

    /** What comes in so many milliseconds is scrubbed together. */
    private static final long GATHERED = 250;

    private static final long FIRST_PAUSE = 50;

    /** While a file is tried, nobody writes to it. */
    private static final long LONGEST_PAUSE = 1_000;

    private final Set<Views.Version> removed = ConcurrentHashMap.newKeySet();
    private final Semaphore asked = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;

    Scrubbing() {
        this.thread = Thread.ofPlatform().daemon().name("views-scrubbing").start(this::run);
    }

    /** All that is removed by now of this version is to leave its files. */
    void request(Views.Version version) {
        removed.add(version);
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
        // Each once: a walk over the set itself may come again and again to those that are put back.
        for (Views.Version version : List.copyOf(removed)) {
            // Before it begins: what is removed meanwhile is for the next time.
            removed.remove(version);
            if (!scrubbed(version)) {
                removed.add(version);
            }
        }
        return removed.isEmpty();
    }

    private static boolean scrubbed(Views.Version version) {
        try {
            return version.scrub();
        } catch (RuntimeException e) {
            LOG.warn("The views could not be scrubbed: {}", String.valueOf(e));
            return false;
        }
    }

    /** It is dropped, with its files. */
    void forget(Views.Version version) {
        removed.remove(version);
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
