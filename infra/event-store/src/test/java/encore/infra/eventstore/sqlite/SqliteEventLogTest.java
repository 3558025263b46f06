package encore.infra.eventstore.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.EventLogContract;
import encore.infra.eventstore.log.StoredSnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteEventLogTest extends EventLogContract {

    @TempDir
    Path directory;

    @TempDir
    Path other;

    @Override
    protected EventLog open() {
        return SqliteEventLog.open(directory, now::get);
    }

    /** A backup of the log was restored and other events were appended, but the newer snapshots were left in place. */
    @Test
    void a_snapshot_of_another_timeline_is_not_answered() throws Exception {
        append(event("a", 0));
        log.close();
        for (String file : List.of("events.db", "head")) {
            Files.copy(directory.resolve(file), other.resolve(file));
        }
        log = open();
        append(event("a", 1));
        log.putSnapshot(new StoredSnapshot("a", 1, "ledger", "1", "{}".getBytes(UTF_8)));
        assertThat(log.snapshot("a")).isNotNull();
        log.close();
        log = SqliteEventLog.open(other, now::get);
        append(event("a", 1));
        append(event("a", 2));
        log.close();
        Files.copy(directory.resolve("snapshots.db"), other.resolve("snapshots.db"), REPLACE_EXISTING);
        log = SqliteEventLog.open(other, now::get);
        assertThat(log.snapshot("a")).isNull();
    }
}
