package encore.infra.eventstore.sqlite.tables;

import encore.infra.eventstore.keys.DurableFiles;
import encore.infra.eventstore.keys.OwnerOnlyFiles;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.verify.LogVerifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code head} with the last position of the log and its hash. SQLite silently cuts a damaged WAL; this file
 * shows that. It has two lines of the same length with a checksum each, which are written in turn: when a write of one
 * line is interrupted, the other line is intact.
 */
public record HeadFile(Path path) {

    private static final Pattern LINE = Pattern.compile("(([0-9]{18}) ([0-9a-f]{64}))( [0-9a-f]{8})");

    /** The format of older builds, which wrote the whole file each time. */
    private static final Pattern OLD_FORMAT = Pattern.compile("([0-9]{1,18}) ([0-9a-f]{64})\\s*");

    /** More than two lines take. A larger file is not ours, and is not read any further. */
    private static final int MAX_BYTES = 4_096;

    public static HeadFile in(Path directory) {
        return new HeadFile(directory.resolve("head"));
    }

    /** Returns the head with the greatest position on an intact line; null when there is no file. */
    public @Nullable LogHead read() throws IOException {
        if (!Files.exists(path)) {
            return null;
        }
        String text;
        try (InputStream file = Files.newInputStream(path)) {
            // Damaged bytes need not be ASCII; ISO 8859-1 accepts all.
            text = new String(file.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1);
        }
        Matcher older = OLD_FORMAT.matcher(text);
        LogHead furthest = older.matches() ? head(older.group(1), older.group(2)) : null;
        for (Matcher line = LINE.matcher(text); line.find(); ) {
            if (line.group(4).equals(sum(line.group(1)))) {
                LogHead logHead = head(line.group(2), line.group(3));
                furthest = furthest == null || logHead.position() > furthest.position() ? logHead : furthest;
            }
        }
        if (furthest == null) {
            throw new StartRefused(
                    "The file " + path + " holds no position and hash: it is damaged. If the log is intact"
                            + " (./encore verify), delete the file; if not, restore a backup.");
        }
        return furthest;
    }

    /** Returns the head in the form that a log is verified against; null when there is none or the log was empty. */
    public LogVerifier.@Nullable Known knownHead() throws IOException {
        LogHead logHead = read();
        return logHead == null || logHead.position() == 0
                ? null
                : new LogVerifier.Known(logHead.position(), logHead.hash());
    }

    private static LogHead head(String position, String hash) {
        return new LogHead(Long.parseLong(position), HexFormat.of().parseHex(hash), 0);
    }

    private static byte[] line(LogHead logHead) {
        String text =
                String.format("%018d ", logHead.position()) + HexFormat.of().formatHex(logHead.hash());
        return (text + sum(text) + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static String sum(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.US_ASCII));
        return " " + HexFormat.of().toHexDigits((int) sum.getValue());
    }

    /** Writes both lines atomically: into another file, which is synced and then renamed. */
    public void write(LogHead logHead) throws IOException {
        Path next = path.resolveSibling("head.next");
        OwnerOnlyFiles.createFile(next);
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            channel.write(new ByteBuffer[] {ByteBuffer.wrap(line(logHead)), ByteBuffer.wrap(line(logHead))});
            channel.force(true);
        }
        DurableFiles.replace(path, next);
    }

    /** Writes a head and opens the file for the next ones. */
    public HeadWriter openWith(LogHead logHead) throws IOException {
        write(logHead);
        return new HeadWriter(FileChannel.open(path, StandardOpenOption.WRITE));
    }

    /**
     * Writes a line for each group of commits, without a sync. If the process is killed, no line is lost. After a power
     * cut the file is as old as its last sync, at most a second.
     */
    public static final class HeadWriter implements AutoCloseable {

        private final FileChannel channel;
        private long written;
        private volatile boolean synced = true;

        private HeadWriter(FileChannel channel) {
            this.channel = channel;
        }

        /** Writes the next line. Called by one thread at a time. */
        public void append(LogHead logHead) throws IOException {
            byte[] line = line(logHead);
            channel.write(ByteBuffer.wrap(line), written++ % 2 * line.length);
            synced = false;
        }

        public void sync() throws IOException {
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
