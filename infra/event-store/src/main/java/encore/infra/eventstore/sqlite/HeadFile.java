package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.keys.OwnerOnly;
import encore.infra.eventstore.log.LogRefused;
import encore.infra.eventstore.verify.LogVerifier;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code head}: where the log ended last, and its hash. A damaged WAL is cut silently; this tells. It has two
 * lines of one length, written in turn, each with a sum of its own: one that was cut off leaves the other.
 */
record HeadFile(Path path) {

    private static final Pattern LINE = Pattern.compile("(([0-9]{18}) ([0-9a-f]{64}))( [0-9a-f]{8})");

    /** As older builds wrote it, whole each time. */
    private static final Pattern OLDER = Pattern.compile("([0-9]{1,18}) ([0-9a-f]{64})\\s*");

    static HeadFile in(Path directory) {
        return new HeadFile(directory.resolve("head"));
    }

    /** The furthest head that a whole line holds; null without a file. */
    @Nullable
    Head read() throws IOException {
        if (!Files.exists(path)) {
            return null;
        }
        // Byte for byte: what is damaged need not be ASCII.
        String text = new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1);
        Matcher older = OLDER.matcher(text);
        Head furthest = older.matches() ? head(older.group(1), older.group(2)) : null;
        for (Matcher line = LINE.matcher(text); line.find(); ) {
            if (line.group(4).equals(sum(line.group(1)))) {
                Head head = head(line.group(2), line.group(3));
                furthest = furthest == null || head.position() > furthest.position() ? head : furthest;
            }
        }
        if (furthest == null) {
            throw new LogRefused("The file " + path + " holds no position and hash: it is damaged. If the log is whole"
                    + " (./encore verify), delete the file; if not, restore a backup.");
        }
        return furthest;
    }

    /** The same as what a log is held against; null where it names nothing. */
    LogVerifier.@Nullable Known known() throws IOException {
        Head head = read();
        return head == null || head.position() == 0 ? null : new LogVerifier.Known(head.position(), head.hash());
    }

    private static Head head(String position, String hash) {
        return new Head(Long.parseLong(position), HexFormat.of().parseHex(hash), 0);
    }

    private static byte[] line(Head head) {
        String text = String.format("%018d ", head.position()) + HexFormat.of().formatHex(head.hash());
        return (text + sum(text) + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static String sum(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.US_ASCII));
        return " " + HexFormat.of().toHexDigits((int) sum.getValue());
    }

    /** Writes both lines, all or nothing: into another file, synced, then renamed over this one. */
    void write(Head head) throws IOException {
        Path next = path.resolveSibling("head.next");
        OwnerOnly.file(next);
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            channel.write(new ByteBuffer[] {ByteBuffer.wrap(line(head)), ByteBuffer.wrap(line(head))});
            channel.force(true);
        }
        Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory = FileChannel.open(path.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    /** Writes a head, and opens the file for those to come. */
    Lines begin(Head head) throws IOException {
        write(head);
        return new Lines(FileChannel.open(path, StandardOpenOption.WRITE));
    }

    /**
     * Takes a line for each group of commits. That costs no sync: a killed process loses nothing of what it wrote, and
     * after a power cut the file is as old as its last sync, which is a second at most.
     */
    static final class Lines implements AutoCloseable {

        private final FileChannel channel;
        private long written;
        private volatile boolean synced = true;

        private Lines(FileChannel channel) {
            this.channel = channel;
        }

        /** One writer at a time. */
        void put(Head head) throws IOException {
            byte[] line = line(head);
            channel.write(ByteBuffer.wrap(line), written++ % 2 * line.length);
            synced = false;
        }

        void sync() throws IOException {
            if (!synced) {
                synced = true;
                channel.force(false);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
