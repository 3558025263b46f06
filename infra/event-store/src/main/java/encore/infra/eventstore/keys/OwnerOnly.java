package encore.infra.eventstore.keys;

import static java.nio.file.attribute.PosixFilePermission.OTHERS_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import encore.infra.eventstore.log.LogRefused;
import java.io.IOException;
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

/** Keeps what lies in a data directory from everyone but the user that Encore runs as: directories 0700, files 0600. */
public final class OwnerOnly {

    private static final Set<PosixFilePermission> DIRECTORY = Set.of(OWNER_READ, OWNER_WRITE, OWNER_EXECUTE);
    private static final Set<PosixFilePermission> FILE = Set.of(OWNER_READ, OWNER_WRITE);

    private OwnerOnly() {}

    /**
     * Makes a directory, or takes others' rights to it and to all that is in it away.
     *
     * @throws LogRefused when they cannot be taken away: it is another user's
     */
    public static void directory(Path directory) throws IOException {
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
            // What SQLite tidied away meanwhile is nobody's to read.
        } catch (FileSystemException e) {
            throw new LogRefused("Others may read " + path + ", and it is not ours to forbid it: Encore keeps its data"
                    + " in a directory of its own user, with mode 0700.");
        }
    }

    /** Makes an empty file that only its owner reads and writes, unless it is there. */
    public static void file(Path file) {
        try {
            if (!Files.exists(file)) {
                Files.createFile(
                        file, isPosix(file) ? new FileAttribute<?>[] {attribute(FILE)} : new FileAttribute<?>[0]);
            }
        } catch (FileAlreadyExistsException another) {
            // Made by another thread a moment ago, and the same way.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether everybody on this machine may read a file. A group may: containers are given secrets by theirs. */
    static boolean isOpenToAll(Path file) throws IOException {
        return isPosix(file) && Files.getPosixFilePermissions(file).contains(OTHERS_READ);
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<Set<PosixFilePermission>> attribute(Set<PosixFilePermission> permissions) {
        return PosixFilePermissions.asFileAttribute(permissions);
    }
}
