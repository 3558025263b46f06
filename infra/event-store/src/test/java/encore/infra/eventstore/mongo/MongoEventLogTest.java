package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.eq;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.EventLogContract;
import encore.infra.eventstore.log.StoredSnapshot;
import encore.infra.eventstore.mongo.commits.CommitCollection;
import encore.infra.eventstore.mongo.commits.Database;
import encore.infra.testmongo.MongoForTests;
import org.junit.jupiter.api.Test;

class MongoEventLogTest extends EventLogContract {

    private final String uri = MongoForTests.uri();

    @Override
    protected EventLog open() {
        return MongoEventLog.open(uri, now::get);
    }

    /** A backup was restored, and the log went on otherwise; the snapshots were left where they were. */
    @Test
    void a_snapshot_of_another_timeline_is_not_answered() {
        append(event("a", 0));
        append(event("a", 1));
        log.putSnapshot(new StoredSnapshot("a", 1, "ledger", "1", "{}".getBytes(UTF_8)));
        assertThat(log.snapshot("a")).isNotNull();
        log.close();
        try (Database database = Database.open(uri, "")) {
            database.collection(CommitCollection.COLLECTION).deleteOne(eq("_id", 2L));
        }
        log = open();
        append(event("a", 1));
        append(event("a", 2));
        assertThat(log.snapshot("a")).isNull();
    }
}
