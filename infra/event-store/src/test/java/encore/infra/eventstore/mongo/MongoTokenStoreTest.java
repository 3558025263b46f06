package encore.infra.eventstore.mongo;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.log.TokenStoreContract;
import encore.infra.testmongo.MongoForTests;

class MongoTokenStoreTest extends TokenStoreContract {

    private final String uri = MongoForTests.uri();

    @Override
    protected EventLog openLog() {
        return MongoEventLog.open(uri);
    }

    @Override
    protected TokenStore tokensOf(EventLog log) {
        return new MongoTokenStore((MongoEventLog) log);
    }
}
