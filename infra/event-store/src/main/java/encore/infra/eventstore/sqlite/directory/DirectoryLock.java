package encore.infra.eventstore.sqlite.directory;

import encore.infra.eventstore.keys.OwnerOnlyFiles;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.sqlite.connection.NativeLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Locks a data directory for one process until it is closed or the process ends. */
public final class DirectoryLock implements AutoCloseable {

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    public static DirectoryLock acquire(Path directory) {
        try {
            OwnerOnlyFiles.secureDirectory(directory);
            OwnerOnlyFiles.createFile(directory.resolve("lock"));
            FileChannel channel =
                    FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw new StartRefused("The data directory " + directory + " is in use by another process.");
            }
            NativeLibrary.keepIn(directory);
            return new DirectoryLock(channel);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
