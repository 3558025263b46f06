package encore.infra.eventstore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteKeyStoreTest {

    @TempDir
    Path directory;

    private SqliteKeyStore keys;

    @BeforeEach
    void open() {
        keys = SqliteKeyStore.open(directory);
    }

    @AfterEach
    void close() {
        keys.close();
    }

    private void reopen() {
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
    void no_byte_of_a_destroyed_key_stays_in_any_file() throws IOException {
        Random random = new Random(3);
        List<byte[]> made = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            made.add(keys.create("fan.7." + random.nextInt(1_000_000) + "." + i));
            if (i == 300) {
                reopen();
            }
        }
        List<byte[]> destroyed = new ArrayList<>();
        for (String subject : subjects()) {
            if (random.nextInt(3) == 0) {
                destroyed.add(keys.find(subject));
                keys.destroy(subject);
            }
        }
        assertThat(destroyed).hasSizeGreaterThan(50);
        String files = files();
        destroyed.forEach(key -> {
            assertThat(files).doesNotContain(text(key, 0, 8));
            assertThat(files).doesNotContain(text(key, 12, 8));
            assertThat(files).doesNotContain(text(key, 24, 8));
        });
        assertThat(made).anySatisfy(key -> assertThat(files).contains(text(key, 0, 32)));
    }

    private List<String> subjects() {
        List<String> subjects = new ArrayList<>();
        Random random = new Random(3);
        for (int i = 0; i < 400; i++) {
            subjects.add("fan.7." + random.nextInt(1_000_000) + "." + i);
        }
        return subjects;
    }

    /** Read by another process: to close a file here would drop the locks that SQLite holds on it. */
    private String files() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Process cat = new ProcessBuilder("cat", file.toString()).start();
                all.append(new String(cat.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    private static String text(byte[] key, int from, int length) {
        return new String(key, from, length, StandardCharsets.ISO_8859_1);
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
}
