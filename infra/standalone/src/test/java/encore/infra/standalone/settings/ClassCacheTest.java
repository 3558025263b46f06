package encore.infra.standalone.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassCacheTest {

    @TempDir
    private Path directory;

    @Test
    void a_cache_that_is_mapped_is_used() {
        Path cache = directory.resolve("1.aot");
        assertThat(ClassCache.problem(cache, "13001000-19886000 rw-p 00001000 fe:00 997 " + cache + "\n"))
                .isNull();
    }

    @Test
    void a_cache_that_is_not_mapped_was_refused_or_never_made() throws IOException {
        Path cache = directory.resolve("1.aot");
        assertThat(ClassCache.problem(cache, "")).contains("without the class cache", cache + ".log");
        Files.createFile(cache);
        assertThat(ClassCache.problem(cache, "")).contains("without the class cache", "-Xlog:aot");
    }

    @Test
    void a_start_without_a_cache_asks_for_none() {
        assertThat(ClassCache.problem()).isNull();
    }
}
