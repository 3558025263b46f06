package encore.infra.eventstore.mongo;

import encore.infra.eventstore.heads.HeadStore;
import encore.infra.eventstore.heads.HeadStoreContract;
import encore.infra.eventstore.mongo.commits.Database;
import encore.infra.testmongo.MongoForTests;
import org.junit.jupiter.api.AfterEach;

class MongoHeadStoreTest extends HeadStoreContract {

    private final Database database = Database.open(MongoForTests.uri(), "");

    @Override
    protected HeadStore open() {
        return new MongoHeadStore(database);
    }

    @AfterEach
    void close() {
        database.close();
    }
}
