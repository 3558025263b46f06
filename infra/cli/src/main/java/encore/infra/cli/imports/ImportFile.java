package encore.infra.cli.imports;

import encore.infra.cli.terminal.CommandFailed;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** A file of an import: CSV or NDJSON in UTF-8, plain or gzipped. It is read in a stream, and never in memory as a whole. */
record ImportFile(Path path) {

    private static final int BUFFER = 1 << 16;

    /** The columns and the number of rows of a file that was read once, from its first byte to its last one. */
    record Outline(List<String> heads, char separator, long rows) {}

    /** Reads the whole file once. A file that is not UTF-8 is refused before a row of it is sent. */
    Outline outline() {
        try (FileRows rows = open()) {
            long count = 0;
            while (rows.next() != null) {
                count++;
            }
            if (count == 0) {
                throw new CommandFailed("The file has no rows.");
            }
            return new Outline(rows.heads(), rows.separator(), count);
        }
    }

    FileRows open() {
        Utf8Text text = text();
        try {
            return isNdjson(text) ? new NdjsonRows(text) : new CsvRows(text);
        } catch (CommandFailed failed) {
            text.close();
            throw failed;
        }
    }

    private boolean isNdjson(Utf8Text text) {
        String name = path.getFileName().toString().toLowerCase(Locale.ROOT);
        if (text.peek() == '[' && name.matches(".*\\.json(\\.gz)?")) {
            throw new CommandFailed("The file is a JSON array: write one object in each line (NDJSON).");
        }
        return name.matches(".*\\.(ndjson|jsonl)(\\.gz)?") || text.peek() == '{';
    }

    private Utf8Text text() {
        try {
            return new Utf8Text(unpacked());
        } catch (NoSuchFileException missing) {
            throw new CommandFailed("There is no file " + path + ".");
        } catch (IOException unreadable) {
            throw new CommandFailed("The file " + path + " cannot be read: " + unreadable.getMessage() + ".");
        }
    }

    private InputStream unpacked() throws IOException {
        BufferedInputStream raw = new BufferedInputStream(Files.newInputStream(path), BUFFER);
        BufferedInputStream content =
                firstBytes(raw) == 0x1f8b ? new BufferedInputStream(new GZIPInputStream(raw, BUFFER), BUFFER) : raw;
        String other = switch (firstBytes(content)) {
            case 0xfffe, 0xfeff -> "The file is UTF-16";
            case 0x504b, 0xd0cf -> "The file is a workbook or an archive";
            default -> null;
        };
        if (other != null) {
            content.close();
            throw new CommandFailed(other + ": save it as \"CSV UTF-8\" and import it again.");
        }
        return content;
    }

    private static int firstBytes(BufferedInputStream stream) throws IOException {
        stream.mark(2);
        int first = stream.read() << 8 | stream.read();
        stream.reset();
        return first;
    }
}
