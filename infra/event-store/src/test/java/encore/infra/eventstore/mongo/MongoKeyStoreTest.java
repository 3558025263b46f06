package encore.infra.eventstore.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.keys.KeyStoreContract;
import encore.infra.eventstore.keys.SecretFingerprints;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.mongo.commits.Database;
import encore.infra.testmongo.MongoForTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MongoKeyStoreTest extends KeyStoreContract {

    private final String uri = MongoForTests.uri();

    @TempDir
    private Path directory;

    @Override
    protected KeyStore openKeys(Path masterKey, SecretFingerprints fingerprints) {
        return MongoKeyStore.open(uri, masterKey, fingerprints);
    }

    @Override
    protected Path directory() {
        return directory;
    }

    @Override
    protected List<byte[]> kept() {
        try (Database database = Database.open(uri, MongoKeyStore.SUFFIX)) {
            List<byte[]> found = new ArrayList<>();
            database.collection(MongoKeyStore.KEYS).find().forEach(key -> add(key.get("key", Binary.class), found));
            database.collection(MongoKeyStore.SECRETS)
                    .find()
                    .forEach(secret -> add(secret.get("secret", Binary.class), found));
            return found;
        }
    }

    private static void add(Binary bytes, List<byte[]> found) {
        if (bytes != null) {
            found.add(bytes.getData());
        }
    }

    @Override
    protected void keepPlain(String subject, byte[] key, String name, byte[] secret) {
        try (Database database = Database.open(uri, MongoKeyStore.SUFFIX)) {
            database.collection(MongoKeyStore.KEYS)
                    .insertOne(new Document("_id", subject).append("key", new Binary(key)));
            database.collection(MongoKeyStore.SECRETS)
                    .insertOne(new Document("_id", name).append("secret", new Binary(secret)));
        }
    }

    @Override
    protected void lose() {
        try (Database database = Database.open(uri, MongoKeyStore.SUFFIX)) {
            database.collection(MongoKeyStore.KEYS).drop();
            database.collection(MongoKeyStore.SECRETS).drop();
        }
    }

    @Test
    void processes_share_keys_and_the_furthest_sweep_counts() {
        try (KeyStore other = openKeys(masterKey(), SecretFingerprints.none())) {
            byte[] key = keys.create("fan.7.1");
            assertThat(other.find("fan.7.1")).isEqualTo(key);
            assertThat(other.create("fan.7.1")).isEqualTo(key);
            assertThat(other.installationSecret("requests")).isEqualTo(keys.installationSecret("requests"));
            keys.erasedUpTo(9);
            other.erasedUpTo(4);
            assertThat(keys.erasedUpTo()).isEqualTo(9);
        }
    }

    @Test
    void a_master_key_is_changed_while_nodes_run_and_forgotten_when_they_know_the_next() throws IOException {
        byte[] before = keys.create("fan.7.1");
        byte[] requests = keys.installationSecret("requests");
        String old = Files.readString(masterKey());

        try (KeyStore running = openKeys(masterKey(), SecretFingerprints.none())) {
            assertThat(MongoKeyStore.rotate(uri, masterKey(), false)).isEqualTo(2);
            assertThat(Files.readString(masterKey())).endsWith(old).isNotEqualTo(old);
            assertThat(running.find("fan.7.1")).isEqualTo(before);
            running.create("fan.7.2");
        }
        assertThat(MongoKeyStore.rotate(uri, masterKey(), true)).isEqualTo(3);
        assertThat(Files.readString(masterKey())).hasSize(65).isNotEqualTo(old);

        reopen();
        assertThat(keys.find("fan.7.1")).isEqualTo(before);
        assertThat(keys.find("fan.7.2")).isNotNull();
        assertThat(keys.installationSecret("requests")).isEqualTo(requests);
        Files.writeString(masterKey(), old);
        assertThatThrownBy(() -> openKeys(masterKey(), SecretFingerprints.none()))
                .isInstanceOf(StartRefused.class);
    }
}
