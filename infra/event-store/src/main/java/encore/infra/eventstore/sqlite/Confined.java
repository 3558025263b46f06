package encore.infra.eventstore.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A few platform threads, each with a connection of its own that no other thread uses. SQLite is native code, which
 * would pin the carrier of a virtual thread. Callers wait for the answer, which costs a virtual thread nothing.
 */
final class Confined<C> implements AutoCloseable {

    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<Own<C>> own;
    private final ExecutorService threads;

    Confined(String name, int size, Sqlite.Opening opening, Sqlite.Work<Connection, C> prepare) {
        own = ThreadLocal.withInitial(() -> {
            try {
                Connection connection = opening.open();
                connections.add(connection);
                return new Own<>(connection, prepare.on(connection));
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
        Future<T> answer = threads.submit(() -> onOwnThread(work));
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
            throw new IllegalStateException("Interrupted while waiting for SQLite", e);
        }
    }

    private <T extends @Nullable Object> T onOwnThread(Sqlite.Work<C, T> work) throws SQLException {
        Own<C> mine = own.get();
        try {
            return work.on(mine.prepared());
        } catch (SQLException e) {
            // The driver closes a statement that failed, so the next call opens connection and statements again.
            own.remove();
            connections.remove(mine.connection());
            mine.connection().close();
            throw e;
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

    private record Own<C>(Connection connection, C prepared) {}
}
