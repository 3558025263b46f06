package encore.infra.eventstore.log.adapter;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.StoredEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announces new commits to callers and listeners, in order, on a thread of its own, so that the writer goes on writing.
 */
public final class CommitAnnouncer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CommitAnnouncer.class);

    private final List<EventLog.Listener> listeners = new CopyOnWriteArrayList<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("log-announcer").factory());

    /**
     * Announces events to the listeners.
     *
     * @param first runs before the listeners are called; it completes the callers who wait for these events
     */
    public void announce(List<StoredEvent> events, Runnable first) {
        thread.execute(() -> {
            first.run();
            if (!events.isEmpty()) {
                listeners.forEach(listener -> call(listener, events));
            }
        });
    }

    private static void call(EventLog.Listener listener, List<StoredEvent> events) {
        try {
            listener.appended(events);
        } catch (RuntimeException e) {
            LOG.error("A listener to the log failed", e);
        }
    }

    /** @return a handle whose {@code close} ends the calls */
    public AutoCloseable listen(EventLog.Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Waits until everything that was announced has been delivered, for at most 10 seconds. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
                LOG.warn("A listener to the log has not returned within 10 seconds");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
