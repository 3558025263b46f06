package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.sqlite.tables.RowChecksum;
import java.sql.PreparedStatement;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;

/** Stores positions of automations in the log's own file. They share the writer's transaction and its sync. */
public final class SqliteTokenStore implements TokenStore {

    private final SqliteEventLog log;

    public SqliteTokenStore(SqliteEventLog log) {
        this.log = log;
    }

    @Override
    public OptionalLong position(String processor) {
        return log.token(processor);
    }

    @Override
    public void advance(String processor, long position) {
        try {
            log.inWriterTransaction(connection -> {
                        try (PreparedStatement put = connection.prepareStatement(
                                "INSERT INTO tokens (processor, position, sum) VALUES (?, ?, ?) ON CONFLICT (processor)"
                                        + " DO UPDATE SET position = excluded.position, sum = excluded.sum"
                                        + " WHERE excluded.position > position")) {
                            put.setString(1, processor);
                            put.setLong(2, position);
                            put.setLong(3, RowChecksum.ofToken(processor, position));
                            put.executeUpdate();
                        }
                    })
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failed) {
                throw failed;
            }
            throw e;
        }
    }
}
