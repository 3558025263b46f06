package encore.infra.eventstore.mongo;

import encore.infra.eventstore.media.MediaStore;
import encore.infra.eventstore.media.MediaStoreContract;
import encore.infra.testmongo.MongoForTests;

class MongoMediaStoreTest extends MediaStoreContract {

    private final String uri = MongoForTests.uri();

    @Override
    protected MediaStore open() {
        return MongoMediaStore.open(uri);
    }
}
