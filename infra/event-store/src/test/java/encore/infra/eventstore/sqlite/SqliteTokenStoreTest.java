package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.log.TokenStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteTokenStoreTest extends TokenStoreContract {

    @TempDir
    Path directory;

    @Override
    protected EventLog openLog() {
        return SqliteEventLog.open(directory);
    }

    @Override
    protected TokenStore tokensOf(EventLog log) {
        return new SqliteTokenStore((SqliteEventLog) log);
    }
}
