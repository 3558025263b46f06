package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.LogRefused;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The file {@code head}: a position that the log once had, and its hash. A damaged WAL is cut silently; this tells. */
record HeadFile(Path path) {

    static HeadFile in(Path directory) {
        return new HeadFile(directory.resolve("head"));
    }

    @Nullable
    Head read() throws IOException {
        if (!Files.exists(path)) {
            return null;
        }
        String[] parts = Files.readString(path).strip().split(" ", -1);
        if (parts.length != 2 || !parts[0].matches("[0-9]{1,18}") || !parts[1].matches("[0-9a-f]{64}")) {
            throw new LogRefused("The file " + path + " holds no position and hash.");
        }
        return new Head(Long.parseLong(parts[0]), HexFormat.of().parseHex(parts[1]), 0);
    }

    /** All or nothing: into another file, synced, then renamed over this one. */
    void write(Head head) throws IOException {
        Path next = path.resolveSibling("head.next");
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            channel.write(
                    ByteBuffer.wrap((head.position() + " " + HexFormat.of().formatHex(head.hash()) + "\n")
                            .getBytes(StandardCharsets.US_ASCII)));
            channel.force(true);
        }
        Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory = FileChannel.open(path.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
