package encore.infra.eventstore.deliveries;

import encore.infra.eventstore.keys.DurableFiles;
import encore.infra.eventstore.keys.OwnerOnlyFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The permission as a file of the data directory. It names the directory, so that it says nothing in a copy of it. */
public final class FileDeliveryPermission implements DeliveryPermission {

    /** The name of the file. */
    public static final String FILE = "deliveries";

    private final Path directory;
    private final Path file;

    private FileDeliveryPermission(Path directory) {
        this.directory = directory;
        this.file = directory.resolve(FILE);
    }

    public static FileDeliveryPermission in(Path directory) {
        return new FileDeliveryPermission(directory);
    }

    @Override
    public boolean isGiven() {
        try {
            return Files.exists(file) && new String(Files.readAllBytes(file), StandardCharsets.UTF_8).equals(content());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public void give() {
        try {
            Path next = directory.resolve(FILE + ".tmp");
            Files.deleteIfExists(next);
            OwnerOnlyFiles.createFile(next);
            Files.writeString(next, content());
            DurableFiles.sync(next);
            DurableFiles.replace(file, next);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private String content() throws IOException {
        return directory.toRealPath() + "\n";
    }
}
