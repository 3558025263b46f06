package encore.infra.eventstore.heads;

import encore.infra.eventstore.keys.OwnerOnly;
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

/** The file {@code signed-heads} of a data directory: one JSON object a line, as an auditor keeps them too. */
public final class HeadsFile implements HeadStore {

    private static final Logger LOG = LoggerFactory.getLogger(HeadsFile.class);
    private static final String NAME = "signed-heads";

    private final Path path;

    private HeadsFile(Path path) {
        this.path = path;
    }

    public static HeadsFile in(Path directory) {
        return new HeadsFile(directory.resolve(NAME));
    }

    @Override
    public synchronized void keep(SignedHead head) {
        boolean isNew = !Files.exists(path);
        OwnerOnly.file(path);
        try (FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // What a crash cut off ends at no line's end, and was never kept.
            long end = endOfLines(file);
            file.write(
                    ByteBuffer.wrap((SignedHeads.toLine(head) + "\n").getBytes(StandardCharsets.UTF_8)),
                    file.truncate(end).size());
            file.force(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (isNew) {
            syncDirectory();
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

    private void syncDirectory() {
        try (FileChannel directory = FileChannel.open(path.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
            // As bytes of their own: what is damaged need not be UTF-8.
            String text = Files.readString(path, StandardCharsets.ISO_8859_1);
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .flatMap(HeadsFile::readable)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A line that is damaged is no head; the others still are. */
    private static Stream<SignedHead> readable(String line) {
        try {
            return SignedHeads.of(line).stream();
        } catch (IllegalArgumentException e) {
            LOG.warn("A line of the file signed-heads is damaged and passed over");
            return Stream.empty();
        }
    }
}
