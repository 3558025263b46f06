package encore.infra.eventstore.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.log.StartRefused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract that every adapter of the {@link KeyStore} must fulfil. */
public abstract class KeyStoreContract {

    private static final HexFormat HEX = HexFormat.of();

    protected KeyStore keys;
    private final Marks marks = new Marks();

    /** Opens the same key store again. */
    protected abstract KeyStore openKeys(Path masterKey, SecretFingerprints fingerprints);

    /** Returns the file of the master key. */
    protected abstract Path directory();

    /** Returns all stored keys and secrets as they are stored. */
    protected abstract List<byte[]> kept();

    /** Stores plain keys, as before there was a master key, while the store is not open. */
    protected abstract void keepPlain(String subject, byte[] key, String name, byte[] secret);

    /** Deletes all keys while the store is not open. */
    protected abstract void lose();

    protected Path masterKey() {
        return directory().resolve("master.key");
    }

    @BeforeEach
    protected void open() {
        keys = openKeys(masterKey(), marks);
    }

    @AfterEach
    protected void close() {
        keys.close();
    }

    protected void reopen() {
        close();
        open();
    }

    @Test
    void a_subject_keeps_its_key() {
        byte[] key = keys.create("fan.7.1");
        assertThat(key).hasSize(32);
        assertThat(keys.create("fan.7.1")).isEqualTo(key);
        assertThat(keys.create("fan.7.2")).isNotEqualTo(key);
        reopen();
        assertThat(keys.find("fan.7.1")).isEqualTo(key);
        assertThat(keys.find("fan.7.3")).isNull();
    }

    @Test
    void keys_read_together_equal_those_read_alone_and_destroyed_ones_do_not_come_back() throws InterruptedException {
        List<String> subjects =
                IntStream.range(0, 50).mapToObj(i -> "fan.7." + i).toList();
        Map<String, byte[]> made = new HashMap<>();
        subjects.forEach(subject -> made.put(subject, keys.create(subject)));
        reopen();
        List<String> asked = new ArrayList<>(subjects);
        asked.add("fan.7.nobody");
        keys.create("fan.7.destroyed");
        keys.destroy("fan.7.destroyed");
        asked.add("fan.7.destroyed");
        for (int i = 0; i < 2; i++) {
            assertThat(keys.findAll(asked)).usingRecursiveComparison().isEqualTo(made);
        }
        assertThat(keys.findAll(List.of("fan.7.nobody"))).isEmpty();
        assertThat(subjects).allSatisfy(one -> assertThat(keys.find(one)).isEqualTo(made.get(one)));
        reopen();
        Thread preparing = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 200; i++) {
                keys.findAll(subjects);
            }
        });
        for (String subject : subjects) {
            keys.destroy(subject);
            assertThat(keys.find(subject)).isNull();
        }
        preparing.join();
        assertThat(subjects).allSatisfy(one -> assertThat(keys.find(one)).isNull());
    }

    @Test
    void a_destroyed_key_is_gone_and_is_never_created_again() {
        keys.create("fan.7.1");
        assertThat(keys.find("fan.7.1")).isNotNull();
        keys.destroy("fan.7.1");
        keys.destroy("fan.7.2");
        for (int i = 0; i < 2; i++) {
            for (String subject : List.of("fan.7.1", "fan.7.2")) {
                assertThat(keys.find(subject)).isNull();
                assertThatThrownBy(() -> keys.create(subject)).isInstanceOf(IllegalStateException.class);
            }
            reopen();
        }
    }

    @Test
    void a_destroyed_key_has_its_reason() {
        keys.create("buyer.7.a");
        keys.destroy(List.of(
                KeyEnd.handover("buyer.7.a", "fan.7.1"),
                KeyEnd.handover("buyer.7.b", null),
                KeyEnd.erasure("fan.7.2")));
        keys.create("fan.7.1");
        for (int i = 0; i < 2; i++) {
            assertThat(keys.endedKeys("", 10))
                    .containsExactly(
                            KeyEnd.handover("buyer.7.a", "fan.7.1"),
                            KeyEnd.handover("buyer.7.b", null),
                            KeyEnd.erasure("fan.7.2"));
            assertThat(keys.endedKeys("buyer.7.a", 1)).containsExactly(KeyEnd.handover("buyer.7.b", null));
            assertThat(keys.isDestroyed("fan.7.2")).isTrue();
            assertThat(keys.isDestroyed("fan.7.1")).isFalse();
            assertThat(keys.isDestroyed("fan.7.3")).isFalse();
            reopen();
        }
    }

    @Test
    void many_make_keys_at_once_and_each_subject_has_one() throws Exception {
        Set<String> seen = new HashSet<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> made = new ArrayList<>();
            for (int i = 0; i < 640; i++) {
                String subject = "fan." + i % 64;
                made.add(threads.submit(() -> subject + text(keys.create(subject), 0, 32)));
            }
            for (Future<String> one : made) {
                seen.add(one.get());
            }
        }
        assertThat(seen).hasSize(64);
    }

    @Test
    void secrets_of_the_installation_are_made_once() {
        byte[] requests = keys.installationSecret("requests");
        assertThat(requests).hasSize(32).isNotEqualTo(keys.installationSecret("claims"));
        reopen();
        assertThat(keys.installationSecret("requests")).isEqualTo(requests);
    }

    @Test
    void the_position_of_erasures_is_stored() {
        assertThat(keys.erasedUpTo()).isZero();
        keys.erasedUpTo(5);
        keys.erasedUpTo(17);
        reopen();
        assertThat(keys.erasedUpTo()).isEqualTo(17);
    }

    @Test
    void stored_keys_are_wrapped_by_a_master_key_that_only_the_owner_can_read() throws IOException {
        byte[] key = keys.create("fan.7.1");
        byte[] secret = keys.installationSecret("requests");
        assertThat(kept()).hasSize(2).allSatisfy(wrapped -> {
            assertThat(wrapped).hasSize(MasterKey.WRAPPED_BYTES);
            assertThat(HEX.formatHex(wrapped)).doesNotContain(HEX.formatHex(key), HEX.formatHex(secret));
        });
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(masterKey())))
                .isEqualTo("rw-------");
        assertThat(Files.readString(masterKey())).matches("[0-9a-f]{64}\n");
    }

    @Test
    void keys_of_a_version_without_a_master_key_are_wrapped_by_the_next_start() {
        close();
        lose();
        byte[] key = "a plain key of thirty-two bytes.".getBytes(StandardCharsets.US_ASCII);
        byte[] secret = "a plain secret, as long as that.".getBytes(StandardCharsets.US_ASCII);
        keepPlain("fan.7.1", key, "requests", secret);
        for (int i = 0; i < 2; i++) {
            open();
            assertThat(keys.find("fan.7.1")).isEqualTo(key);
            assertThat(keys.installationSecret("requests")).isEqualTo(secret);
            assertThat(kept())
                    .hasSize(2)
                    .allSatisfy(wrapped -> assertThat(wrapped).hasSize(64));
            close();
        }
        open();
    }

    @Test
    void a_wrong_a_missing_or_a_world_readable_master_key_opens_nothing() throws IOException {
        keys.installationSecret("requests");
        close();
        Path other = directory().resolve("other.key");
        refuses(other, marks, "is not there");
        assertThat(other).doesNotExist();
        Files.writeString(other, "ab".repeat(32) + "\n");
        refuses(other, marks, "Everybody on this machine may read");
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rw-------"));
        refuses(other, marks, "not wrapped by the master key");
        Files.writeString(other, "my-own-password\n");
        refuses(other, marks, "holds no master key");
        open();
    }

    @Test
    void lost_keys_are_not_replaced_beside_a_log_that_has_events() throws IOException {
        keys.installationSecret("requests");
        marks.events = true;
        close();
        lose();
        String master = Files.readString(masterKey());
        refuses(masterKey(), marks, "its keys are lost");
        assertThat(kept()).isEmpty();
        assertThat(Files.readString(masterKey())).isEqualTo(master);
        marks.events = false;
        open();
        assertThat(keys.installationSecret("requests")).hasSize(32);
    }

    @Test
    void another_installations_keys_or_a_lost_secret_stop_the_start() {
        keys.installationSecret("requests");
        marks.events = true;
        reopen();
        close();
        lose();
        byte[] any = new byte[32];
        keepPlain("fan.7.1", any, "requests", any);
        refuses(masterKey(), marks, "the secret 'requests' is another");
        lose();
        keepPlain("fan.7.1", any, "claims", any);
        refuses(masterKey(), marks, "the secret 'requests' is missing");
        marks.events = false;
        open();
    }

    private void refuses(Path masterKey, SecretFingerprints beside, String words) {
        assertThatThrownBy(() -> openKeys(masterKey, beside).close())
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining(words)
                .hasMessageEndingWith(".")
                .hasMessageNotContaining("\n");
    }

    /** Fingerprints in memory, in place of those that a log stores. */
    private static final class Marks implements SecretFingerprints {

        private final Map<String, byte[]> all = new ConcurrentHashMap<>();
        private boolean events;

        @Override
        public boolean hasEvents() {
            return events;
        }

        @Override
        public Map<String, byte[]> all() {
            return all;
        }

        @Override
        public void put(String name, byte[] fingerprint) {
            all.put(name, fingerprint);
        }
    }

    protected static String text(byte[] key, int from, int length) {
        return new String(key, from, length, StandardCharsets.ISO_8859_1);
    }
}
