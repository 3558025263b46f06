package encore.infra.eventstore.sqlite.connection;

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
public final class ConnectionThreads<C> implements AutoCloseable {

    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<ThreadConnection<C>> own;
    private final ExecutorService threads;

    public ConnectionThreads(
            String name,
            int size,
            Sqlite.ConnectionSource connectionSource,
            Sqlite.SqlFunction<Connection, C> prepare) {
        own = ThreadLocal.withInitial(() -> open(connectionSource, prepare));
        threads = Executors.newFixedThreadPool(
                size, Thread.ofPlatform().daemon().name(name + "-", 1).factory());
    }

    private ThreadConnection<C> open(
            Sqlite.ConnectionSource connectionSource, Sqlite.SqlFunction<Connection, C> prepare) {
        Connection connection = null;
        boolean prepared = false;
        try {
            connection = connectionSource.open();
            ThreadConnection<C> opened = new ThreadConnection<>(connection, prepare.on(connection));
            connections.add(connection);
            prepared = true;
            return opened;
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        } finally {
            if (!prepared && connection != null) {
                Sqlite.closeQuietly(connection);
            }
        }
    }

    public void run(Sqlite.SqlAction<C> sqlAction) {
        call(connection -> {
            sqlAction.on(connection);
            return true;
        });
    }

    public <T extends @Nullable Object> T call(Sqlite.SqlFunction<C, T> sqlFunction) {
        Future<T> answer = threads.submit(() -> callOnOwnConnection(sqlFunction));
        try {
            return answer.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case SQLException failed -> throw new SqliteFailure(failed);
                case RuntimeException failed -> throw failed;
                case Error failed -> throw failed;
                case null, default -> throw new IllegalStateException(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for SQLite", e);
        }
    }

    private <T extends @Nullable Object> T callOnOwnConnection(Sqlite.SqlFunction<C, T> sqlFunction)
            throws SQLException {
        ThreadConnection<C> ownConnection = own.get();
        try {
            return sqlFunction.on(ownConnection.prepared());
        } catch (SQLException e) {
            // The driver closes a statement that failed, so the next call opens connection and statements again.
            own.remove();
            connections.remove(ownConnection.connection());
            Sqlite.closeQuietly(ownConnection.connection());
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
            throw new SqliteFailure(e);
        }
    }

    private record ThreadConnection<C>(Connection connection, C prepared) {}
}
