package encore.infra.eventstore.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A few platform threads, each with a connection of its own that no other touches: native code would pin a virtual
 * thread's carrier. Callers wait, which a virtual thread does for free.
 */
final class Confined<C> implements AutoCloseable {

    private final List<Connection> connections = new ArrayList<>();
    private final ThreadLocal<C> own;
    private final ExecutorService threads;

    Confined(String name, int size, Sqlite.Opening opening, Sqlite.Work<Connection, C> prepare) {
        own = ThreadLocal.withInitial(() -> {
            try {
                Connection connection = opening.open();
                synchronized (connections) {
                    connections.add(connection);
                }
                return prepare.on(connection);
            } catch (SQLException e) {
                throw new StoreFailed(e);
            }
        });
        threads = Executors.newFixedThreadPool(
                size, Thread.ofPlatform().daemon().name(name + "-", 1).factory());
    }

    void run(Sqlite.Step<C> step) {
        call(connection -> {
            step.on(connection);
            return true;
        });
    }

    <T extends @Nullable Object> T call(Sqlite.Work<C, T> work) {
        Future<T> answer = threads.submit(() -> work.on(own.get()));
        try {
            return answer.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case SQLException failed -> throw new StoreFailed(failed);
                case RuntimeException failed -> throw failed;
                case Error failed -> throw failed;
                case null, default -> throw new IllegalStateException(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while reading", e);
        }
    }

    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("A statement has not ended within 10 seconds");
            }
            for (Connection connection : connections) {
                connection.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
    }
}
