package encore.infra.views.sqlite.file;

import encore.infra.views.ViewsUnavailable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Creates files and directories that only Encore's own user may read, whatever the process's umask is. */
public final class ViewFilePermissions {

    private ViewFilePermissions() {}

    public static Path createDirectory(Path directory) {
        try {
            return Files.createDirectories(directory, attributes(directory, "rwx------"));
        } catch (IOException e) {
            throw new ViewsUnavailable(e);
        }
    }

    /** Creates an empty file unless it exists. SQLite gives its side files the same permissions. */
    static void createFile(Path file) {
        try {
            if (!Files.exists(file)) {
                Files.createFile(file, attributes(file, "rw-------"));
            }
        } catch (FileAlreadyExistsException alreadyCreated) {
            // Another thread has just created it in the same way.
        } catch (IOException e) {
            throw new ViewsUnavailable(e);
        }
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
