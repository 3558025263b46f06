package encore.infra.eventstore.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every adapter of the {@link KeyStore} keeps to. */
public abstract class KeyStoreContract {

    protected KeyStore keys;

    /** Opens the same keys again. */
    protected abstract KeyStore openKeys();

    @BeforeEach
    void open() {
        keys = openKeys();
    }

    @AfterEach
    void close() {
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
    void a_destroyed_key_is_gone_and_none_is_made_over_its_tombstone() {
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
        byte[] requests = keys.installation("requests");
        assertThat(requests).hasSize(32).isNotEqualTo(keys.installation("claims"));
        reopen();
        assertThat(keys.installation("requests")).isEqualTo(requests);
    }

    @Test
    void how_far_erasures_were_carried_out_is_remembered() {
        assertThat(keys.sweptTo()).isZero();
        keys.sweptTo(5);
        keys.sweptTo(17);
        reopen();
        assertThat(keys.sweptTo()).isEqualTo(17);
    }

    protected static String text(byte[] key, int from, int length) {
        return new String(key, from, length, StandardCharsets.ISO_8859_1);
    }
}
