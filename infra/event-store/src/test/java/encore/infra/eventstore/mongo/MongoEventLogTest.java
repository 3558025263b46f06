package encore.infra.eventstore.mongo;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.EventLogContract;
import encore.infra.testmongo.MongoForTests;

class MongoEventLogTest extends EventLogContract {

    private final String uri = MongoForTests.uri();

    @Override
    protected EventLog open() {
        return MongoEventLog.open(uri, now::get);
    }
}
