package encore.infra.eventstore.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.log.KeyStore;
import encore.infra.eventstore.log.KeyStoreContract;
import encore.infra.testmongo.MongoForTests;
import org.junit.jupiter.api.Test;

class MongoKeyStoreTest extends KeyStoreContract {

    private final String uri = MongoForTests.uri();

    @Override
    protected KeyStore openKeys() {
        return MongoKeyStore.open(uri);
    }

    @Test
    void processes_share_keys_and_the_furthest_sweep_counts() {
        try (KeyStore other = MongoKeyStore.open(uri)) {
            byte[] key = keys.create("fan.7.1");
            assertThat(other.find("fan.7.1")).isEqualTo(key);
            assertThat(other.create("fan.7.1")).isEqualTo(key);
            assertThat(other.installation("requests")).isEqualTo(keys.installation("requests"));
            keys.sweptTo(9);
            other.sweptTo(4);
            assertThat(keys.sweptTo()).isEqualTo(9);
        }
    }
}
