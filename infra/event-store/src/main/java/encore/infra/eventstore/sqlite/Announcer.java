package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.EventLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells callers and listeners of each written group, in order, on a thread of its own: the writer goes on writing. */
final class Announcer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);

    private final List<EventLog.Listener> listeners = new CopyOnWriteArrayList<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("log-announcer").factory());
    private final Consumer<Writer.Written> before;

    /** @param before sees each group first, so that whoever is told finds it known */
    Announcer(Consumer<Writer.Written> before) {
        this.before = before;
    }

    void announce(Writer.Written written) {
        thread.execute(() -> {
            before.accept(written);
            written.complete();
            if (!written.events.isEmpty()) {
                listeners.forEach(listener -> call(listener, written));
            }
        });
    }

    private static void call(EventLog.Listener listener, Writer.Written written) {
        try {
            listener.appended(written.events);
        } catch (RuntimeException e) {
            LOG.error("A listener to the log failed", e);
        }
    }

    AutoCloseable listen(EventLog.Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

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
