package encore.query.versions;

import encore.infra.views.Views;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases removed documents from a version's files: soon, once for many removals, and repeatedly while a reader keeps a
 * file busy. Files of versions that removed nothing are not touched. No caller waits for it, because erased data is
 * unreadable once its key is destroyed.
 */
final class FileScrubber implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FileScrubber.class);

    /** Requests within this many milliseconds are handled together. */
    private static final long GATHER_MILLIS = 250;

    private static final long FIRST_PAUSE = 50;

    /** While a file is scrubbed, no writer can use it. */
    private static final long LONGEST_PAUSE = 1_000;

    private final Set<Views.Version> requestedVersions = ConcurrentHashMap.newKeySet();
    private final Semaphore requests = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;

    FileScrubber() {
        this.thread = Thread.ofPlatform().daemon().name("views-scrubbing").start(this::run);
    }

    /** Requests that everything removed from this version so far is erased from its files. */
    void request(Views.Version version) {
        requestedVersions.add(version);
        requests.release();
    }

    private void run() {
        try {
            while (!closed) {
                requests.acquire();
                Thread.sleep(GATHER_MILLIS);
                requests.drainPermits();
                for (long pause = FIRST_PAUSE; !closed && !scrub(); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
                    Thread.sleep(pause);
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("Scrubbing stops");
        }
    }

    private boolean scrub() {
        // Iterates over a copy: an iteration over the set itself could return versions that are put back again and
        // again.
        for (Views.Version version : List.copyOf(requestedVersions)) {
            // Removed before scrubbing begins: data that is removed meanwhile is for the next time.
            requestedVersions.remove(version);
            if (!scrub(version)) {
                requestedVersions.add(version);
            }
        }
        return requestedVersions.isEmpty();
    }

    private static boolean scrub(Views.Version version) {
        try {
            return version.scrub();
        } catch (RuntimeException e) {
            LOG.warn("Erasing removed data from the views failed and will be retried: {}", String.valueOf(e));
            return false;
        }
    }

    /** Forgets a version that was dropped with its files. */
    void forget(Views.Version version) {
        requestedVersions.remove(version);
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
