package encore.infra.eventstore.heads;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.audit.SignedHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileHeadStoreTest extends HeadStoreContract {

    @TempDir
    Path directory;

    @Override
    protected HeadStore open() {
        return FileHeadStore.in(directory);
    }

    @Test
    void an_incomplete_line_left_by_a_crash_is_ignored() throws IOException {
        SignedHead first = new SignedHead(10, "ab", 1L, "cd", "ef");
        SignedHead second = new SignedHead(20, "ab", 2L, "cd", "ef");
        open().save(first);
        Files.writeString(directory.resolve("signed-heads"), "{\"position\": 20, \"ha", StandardOpenOption.APPEND);
        assertThat(open().last()).isEqualTo(first);
        open().save(second);
        assertThat(open().after(0, 10)).containsExactly(first, second);
    }

    @Test
    void a_damaged_line_does_not_affect_the_others() throws IOException {
        SignedHead first = new SignedHead(10, "ab", 1L, "cd", "ef");
        SignedHead second = new SignedHead(20, "ab", 2L, "cd", "ef");
        open().save(first);
        Files.write(directory.resolve("signed-heads"), new byte[] {'{', (byte) 0xff, '\n'}, StandardOpenOption.APPEND);
        open().save(second);
        assertThat(open().after(0, 10)).containsExactly(first, second);
    }
}
