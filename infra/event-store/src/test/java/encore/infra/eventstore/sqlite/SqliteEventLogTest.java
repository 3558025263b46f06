package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.EventLogContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteEventLogTest extends EventLogContract {

    @TempDir
    Path directory;

    @Override
    protected EventLog open() {
        return SqliteEventLog.open(directory, now::get);
    }
}
