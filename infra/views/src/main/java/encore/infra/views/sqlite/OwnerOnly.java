package encore.infra.views.sqlite;

import encore.infra.views.ViewsUnavailable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Creates files and directories that only Encore's own user may read, whatever the process's umask is. */
final class OwnerOnly {

    private OwnerOnly() {}

    static Path directory(Path directory) {
        try {
            return Files.createDirectories(directory, attributes(directory, "rwx------"));
        } catch (IOException e) {
            throw new ViewsUnavailable(e);
        }
    }

    /** Creates an empty file unless it exists. SQLite gives its side files the same permissions. */
    static void file(Path file) {
        try {
            if (!Files.exists(file)) {
                Files.createFile(file, attributes(file, "rw-------"));
            }
        } catch (FileAlreadyExistsException another) {
            // Another thread has just created it in the same way.
        } catch (IOException e) {
            throw new ViewsUnavailable(e);
        }
    }

    private static FileAttribute<?>[] attributes(Path path, String rights) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }
}
