package encore.infra.eventstore.sqlite.connection;

import encore.infra.eventstore.keys.OwnerOnlyFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * The native library of SQLite, kept in the data directory. The driver would unpack it into the temporary folder at each
 * start, and a killed process would leave it there.
 */
public final class NativeLibrary {

    private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);
    private static final String PATH_PROPERTY = "org.sqlite.lib.path";
    private static final String NAME_PROPERTY = "org.sqlite.lib.name";

    private NativeLibrary() {}

    /**
     * Lets the driver load the library from the directory {@code native} of a data directory. It is written there unless
     * it is there already; those of other versions are deleted. When that fails, the driver unpacks it by itself.
     * The caller has locked the data directory.
     */
    public static synchronized void keepIn(Path data) {
        if (System.getProperty(PATH_PROPERTY) != null) {
            return;
        }
        String name = SQLiteJDBCLoader.getVersion() + "-" + LibraryLoaderUtil.getNativeLibName();
        Path directory = data.resolve("native").toAbsolutePath();
        try {
            byte[] library = unpack();
            Path file = directory.resolve(name);
            OwnerOnlyFiles.secureDirectory(directory);
            if (!Files.exists(file)
                    || Files.size(file) != library.length
                    || !Arrays.equals(Files.readAllBytes(file), library)) {
                write(file, library);
            }
            for (Path other : files(directory)) {
                if (!other.equals(file)) {
                    Files.delete(other);
                }
            }
        } catch (IOException e) {
            LOG.info("The library of SQLite cannot be kept in {}: {}", directory, e.toString());
            return;
        }
        System.setProperty(NAME_PROPERTY, name);
        System.setProperty(PATH_PROPERTY, directory.toString());
    }

    private static byte[] unpack() throws IOException {
        String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + LibraryLoaderUtil.getNativeLibName();
        try (InputStream packed = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
            if (packed == null) {
                throw new IOException("the driver has no library for this machine");
            }
            return packed.readAllBytes();
        }
    }

    private static void write(Path file, byte[] library) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        Files.write(unfinished, library);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        OwnerOnlyFiles.secureDirectory(Objects.requireNonNull(file.getParent()));
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}
