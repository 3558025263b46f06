package encore.infra.eventstore.heads;

import encore.infra.eventstore.keys.DurableFiles;
import encore.infra.eventstore.keys.OwnerOnlyFiles;
import encore.kernel.audit.SignedHead;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores signed heads in the file {@code signed-heads} of a data directory, as one JSON object on each line.
 * One thread at a time uses the file, under the lock of this object.
 */
public final class FileHeadStore implements HeadStore {

    private static final Logger LOG = LoggerFactory.getLogger(FileHeadStore.class);
    private static final String NAME = "signed-heads";

    private final Path path;

    private FileHeadStore(Path path) {
        this.path = path;
    }

    public static FileHeadStore in(Path directory) {
        return new FileHeadStore(directory.resolve(NAME));
    }

    /** Deletes all stored heads. A log that is put in the place of another one does not match the heads of that one. */
    public synchronized void deleteAll() throws IOException {
        Files.deleteIfExists(path);
    }

    @Override
    public synchronized void save(SignedHead head) {
        boolean isNew = !Files.exists(path);
        OwnerOnlyFiles.createFile(path);
        try (FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // A crash may have left an incomplete line, which was never acknowledged: it is cut off.
            long end = endOfLines(file);
            file.write(
                    ByteBuffer.wrap((SignedHeadText.toLine(head) + "\n").getBytes(StandardCharsets.UTF_8)),
                    file.truncate(end).size());
            file.force(true);
            if (isNew) {
                DurableFiles.syncDirectoryOf(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long endOfLines(FileChannel file) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(1);
        for (long end = file.size(); end > 0; end--) {
            last.clear();
            if (file.read(last, end - 1) == 1 && last.get(0) == '\n') {
                return end;
            }
        }
        return 0;
    }

    @Override
    public synchronized List<SignedHead> after(long at, int limit) {
        return all().stream()
                .filter(head -> head.at() != null && head.at() > at)
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized @Nullable SignedHead last() {
        List<SignedHead> all = all();
        return all.isEmpty() ? null : all.getLast();
    }

    private List<SignedHead> all() {
        if (!Files.exists(path)) {
            return List.of();
        }
        try {
            // Damaged bytes need not be UTF-8; ISO 8859-1 accepts all.
            String text = Files.readString(path, StandardCharsets.ISO_8859_1);
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .flatMap(FileHeadStore::readable)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the head on a line, or none when the line is damaged. */
    private static Stream<SignedHead> readable(String line) {
        try {
            return SignedHeadText.parse(line).stream();
        } catch (IllegalArgumentException e) {
            LOG.warn("A damaged line of the file signed-heads is ignored");
            return Stream.empty();
        }
    }
}
