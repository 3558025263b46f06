package encore.infra.eventstore.keys;

import static java.nio.file.attribute.PosixFilePermission.OTHERS_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import encore.infra.eventstore.log.StartRefused;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;

/** Makes a data directory accessible only to the user that runs Encore: directories have mode 0700, files 0600. */
public final class OwnerOnlyFiles {

    private static final Set<PosixFilePermission> DIRECTORY = Set.of(OWNER_READ, OWNER_WRITE, OWNER_EXECUTE);
    private static final Set<PosixFilePermission> FILE = Set.of(OWNER_READ, OWNER_WRITE);

    private OwnerOnlyFiles() {}

    /**
     * Creates a directory, or removes other users' permissions on it and on everything in it.
     *
     * @throws StartRefused when the permissions cannot be removed because a file belongs to another user
     */
    public static void secureDirectory(Path directory) throws IOException {
        if (!isPosix(directory)) {
            Files.createDirectories(directory);
            return;
        }
        Files.createDirectories(directory, attribute(DIRECTORY));
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.filter(path -> !Files.isSymbolicLink(path) || path.equals(directory))
                    .toList()) {
                tighten(each, Files.isDirectory(each) ? DIRECTORY : FILE);
            }
        }
    }

    private static void tighten(Path path, Set<PosixFilePermission> wanted) throws IOException {
        try {
            Set<PosixFilePermission> found = Files.getPosixFilePermissions(path);
            if (!wanted.containsAll(found)) {
                Files.setPosixFilePermissions(path, wanted);
            }
        } catch (NoSuchFileException gone) {
            // SQLite has deleted the file meanwhile.
        } catch (FileSystemException e) {
            throw new StartRefused("Other users may read " + path + ", and Encore cannot change that. Store Encore's"
                    + " data in a directory that belongs to the user that runs Encore, with mode 0700.");
        }
    }

    /** Creates an empty file that only its owner may read and write, unless it exists. */
    public static void createFile(Path file) {
        try {
            if (!Files.exists(file)) {
                Files.createFile(
                        file, isPosix(file) ? new FileAttribute<?>[] {attribute(FILE)} : new FileAttribute<?>[0]);
            }
        } catch (FileAlreadyExistsException another) {
            // Another thread has just created it in the same way.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies a file, so that only its owner may read the copy whatever the mode of the original is. Replaces an older copy. */
    public static void copy(Path from, Path to) throws IOException {
        Files.deleteIfExists(to);
        createFile(to);
        try (OutputStream copy = Files.newOutputStream(to)) {
            Files.copy(from, copy);
        }
    }

    /**
     * Returns whether every user may read a file. A group is allowed to: containers receive secrets through their
     * group.
     */
    static boolean isReadableByOthers(Path file) throws IOException {
        return isPosix(file) && Files.getPosixFilePermissions(file).contains(OTHERS_READ);
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<Set<PosixFilePermission>> attribute(Set<PosixFilePermission> permissions) {
        return PosixFilePermissions.asFileAttribute(permissions);
    }
}
