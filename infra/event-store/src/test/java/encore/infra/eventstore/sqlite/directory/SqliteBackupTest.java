package encore.infra.eventstore.sqlite.directory;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.media.FileMediaStore;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.kernel.media.MediaId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups and what is restored from them hold personal data and keys: only their owner may read them. */
class SqliteBackupTest {

    @TempDir
    Path root;

    @Test
    void every_file_of_a_backup_and_of_a_restore_is_its_owners_alone() throws IOException {
        Path data = root.resolve("data");
        Path backup = root.resolve("backup");
        Path restored = root.resolve("restored");
        SqliteEventLog.open(data).close();
        SqliteKeyStore.open(data).close();
        FileMediaStore.in(data).write(new MediaId(7, UUID.randomUUID().toString()), 0, new byte[] {1});
        Files.writeString(data.resolve("extra"), "of another part");
        SqliteBackup.take(data, backup);
        assertThat(openFiles(backup)).isEmpty();
        for (Path file : files(backup)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
        SqliteBackup.restore(backup, restored, false);
        assertThat(restored.resolve("events.db")).exists();
        assertThat(openFiles(restored)).isEmpty();
    }

    private static List<Path> openFiles(Path directory) throws IOException {
        return files(directory).stream()
                .filter(file -> !modeOf(file).equals("rw-------"))
                .toList();
    }

    private static String modeOf(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
