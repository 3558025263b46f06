package encore.infra.eventstore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.log.KeyStore;
import encore.infra.eventstore.log.KeyStoreContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteKeyStoreTest extends KeyStoreContract {

    @TempDir
    Path directory;

    @Override
    protected KeyStore openKeys() {
        return SqliteKeyStore.open(directory);
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
}
