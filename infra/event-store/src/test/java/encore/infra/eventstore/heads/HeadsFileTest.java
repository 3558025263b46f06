package encore.infra.eventstore.heads;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.audit.SignedHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadsFileTest extends HeadStoreContract {

    @TempDir
    Path directory;

    @Override
    protected HeadStore open() {
        return HeadsFile.in(directory);
    }

    @Test
    void what_a_crash_cut_off_was_never_kept() throws IOException {
        SignedHead first = new SignedHead(10, "ab", 1L, "cd", "ef");
        SignedHead second = new SignedHead(20, "ab", 2L, "cd", "ef");
        open().keep(first);
        Files.writeString(directory.resolve("signed-heads"), "{\"position\": 20, \"ha", StandardOpenOption.APPEND);
        assertThat(open().last()).isEqualTo(first);
        open().keep(second);
        assertThat(open().after(0, 10)).containsExactly(first, second);
    }

    @Test
    void a_line_that_is_damaged_costs_no_other() throws IOException {
        SignedHead first = new SignedHead(10, "ab", 1L, "cd", "ef");
        SignedHead second = new SignedHead(20, "ab", 2L, "cd", "ef");
        open().keep(first);
        Files.write(directory.resolve("signed-heads"), new byte[] {'{', (byte) 0xff, '\n'}, StandardOpenOption.APPEND);
        open().keep(second);
        assertThat(open().after(0, 10)).containsExactly(first, second);
    }
}
