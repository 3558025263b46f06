package encore.infra.eventstore.keys;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** Makes changes of files survive a power failure. */
public final class DurableFiles {

    private DurableFiles() {}

    /** Writes a file's content, or the names in a directory, to the disk. */
    public static void sync(Path path) throws IOException {
        StandardOpenOption option = Files.isDirectory(path) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
        try (FileChannel channel = FileChannel.open(path, option)) {
            channel.force(true);
        }
    }

    /** Writes the names in a file's directory to the disk. Without this, a new file may be missing after a crash. */
    public static void syncDirectoryOf(Path file) throws IOException {
        sync(Objects.requireNonNull(file.toAbsolutePath().getParent()));
    }

    /** Replaces a file atomically by another one in the same directory, whose content is on the disk already. */
    public static void replace(Path file, Path replacement) throws IOException {
        Files.move(replacement, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncDirectoryOf(file);
    }
}
