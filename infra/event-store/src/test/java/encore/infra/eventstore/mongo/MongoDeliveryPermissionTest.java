package encore.infra.eventstore.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.testmongo.MongoForTests;
import org.junit.jupiter.api.Test;

class MongoDeliveryPermissionTest {

    @Test
    void a_permission_stays_with_its_database() {
        String database = MongoForTests.uri();
        try (MongoEventLog log = MongoEventLog.open(database)) {
            assertThat(new MongoDeliveryPermission(log).isGiven()).isFalse();
            new MongoDeliveryPermission(log).give();
            new MongoDeliveryPermission(log).give();
        }
        try (MongoEventLog log = MongoEventLog.open(database);
                MongoEventLog other = MongoEventLog.open(MongoForTests.uri())) {
            assertThat(new MongoDeliveryPermission(log).isGiven()).isTrue();
            assertThat(new MongoDeliveryPermission(other).isGiven()).isFalse();
        }
    }
}
