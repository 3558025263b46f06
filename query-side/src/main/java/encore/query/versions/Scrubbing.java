package encore.query.versions;

import encore.infra.views.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Erases from the files what was removed from the documents: soon, once for many, again and again while one is busy. */
final class Scrubbing implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Scrubbing.class);
    private static final long PAUSE = 50;

    private final Views views;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition asked = lock.newCondition();
    private final Thread thread;
    private List<CompletableFuture<Void>> waiting = new ArrayList<>();
    private volatile boolean closed;

    Scrubbing(Views views) {
        this.views = views;
        this.thread = Thread.ofPlatform().daemon().name("views-scrubbing").start(this::run);
    }

    /** Completes when all that is removed by now has left the files. */
    CompletableFuture<Void> request() {
        var done = new CompletableFuture<Void>();
        lock.lock();
        try {
            waiting.add(done);
            asked.signal();
        } finally {
            lock.unlock();
        }
        return done;
    }

    private void run() {
        try {
            while (!closed) {
                List<CompletableFuture<Void>> round = next();
                while (!closed && !scrubbed()) {
                    Thread.sleep(PAUSE);
                }
                round.forEach(done -> done.complete(null));
            }
        } catch (InterruptedException e) {
            LOG.debug("Scrubbing ends");
        }
    }

    private List<CompletableFuture<Void>> next() throws InterruptedException {
        lock.lock();
        try {
            while (waiting.isEmpty()) {
                asked.await();
            }
            List<CompletableFuture<Void>> round = waiting;
            waiting = new ArrayList<>();
            return round;
        } finally {
            lock.unlock();
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
