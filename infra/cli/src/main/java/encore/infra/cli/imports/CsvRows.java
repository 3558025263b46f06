package encore.infra.cli.imports;

import encore.infra.cli.terminal.CommandFailed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a CSV file. commons-csv collects a field of any length, and does not go on after a row that it cannot read. So
 * the text is cut into rows here, by their quotes, and commons-csv reads each row by itself.
 */
final class CsvRows implements FileRows {

    private enum State {
        BEFORE_FIELD,
        PLAIN,
        QUOTED,
        AFTER_QUOTE
    }

    private static final char QUOTE = '"';
    private static final String SEPARATORS = ",;\t";

    private final Utf8Text text;
    private final StringBuilder row = new StringBuilder();
    private final char separator;
    private final CSVFormat format;
    private final List<String> heads;

    CsvRows(Utf8Text text) {
        this.text = text;
        while (text.peek() == '\n' || text.peek() == '\r') {
            text.read();
        }
        long line = text.line();
        FileRow read = headRow(line);
        if (read.fault() != null) {
            throw new CommandFailed(
                    "Line " + line + ": the names of the columns cannot be read: " + read.fault() + ".");
        }
        this.separator = separatorOf(read.cell(0));
        this.format = CSVFormat.RFC4180.builder().setDelimiter(separator).get();
        this.heads = parsed(line, read.cell(0)).cells().stream()
                .map(ValueFormats::trim)
                .toList();
        if (heads.stream().allMatch(String::isEmpty)) {
            throw new CommandFailed("The file is empty: its first line must name the columns.");
        }
        if (heads.size() > MAX_COLUMNS) {
            throw new CommandFailed("Line " + line + ": the file has " + heads.size()
                    + " columns, and an import takes at most " + MAX_COLUMNS + ".");
        }
    }

    /** Returns the text of the first line as one cell. A quoted head may contain line ends. */
    private FileRow headRow(long line) {
        String fault = cut(SEPARATORS, Integer.MAX_VALUE);
        if (row.indexOf("\0") >= 0) {
            return FileRow.faulty(line, "the file is UTF-16 as it seems, and no UTF-8; save it as \"CSV UTF-8\"");
        }
        return new FileRow(line, List.of(row.toString()), fault);
    }

    /** Returns the separator that the head line has most outside of quotes. */
    private static char separatorOf(String head) {
        String plain = head.replaceAll("\"(?:[^\"]|\"\")*\"", "");
        char found = SEPARATORS.charAt(0);
        for (char candidate : SEPARATORS.toCharArray()) {
            if (count(plain, candidate) > count(plain, found)) {
                found = candidate;
            }
        }
        return found;
    }

    private static long count(String text, char letter) {
        return text.chars().filter(each -> each == letter).count();
    }

    @Override
    public List<String> heads() {
        return heads;
    }

    @Override
    public char separator() {
        return separator;
    }

    @Override
    public @Nullable FileRow next() {
        while (text.peek() != Utf8Text.END) {
            long line = text.line();
            String fault = cut(String.valueOf(separator), MAX_COLUMNS);
            if (fault != null) {
                return FileRow.faulty(line, fault);
            }
            FileRow parsed = row.isEmpty() ? null : parsed(line, row.toString());
            if (parsed != null
                    && (parsed.fault() != null
                            || parsed.cells().stream()
                                    .anyMatch(cell -> !ValueFormats.trim(cell).isEmpty()))) {
                return parsed.fault() == null && parsed.cells().size() != heads.size()
                        ? new FileRow(
                                line, parsed.cells(), wrongWidth(parsed.cells().size()))
                        : parsed;
            }
        }
        return null;
    }

    private String wrongWidth(int columns) {
        return "the row has " + columns + (columns == 1 ? " column" : " columns") + " and the first line has "
                + heads.size();
    }

    /**
     * Takes the text of a row, without its line end. A row that is beyond a bound is skipped up to its end.
     *
     * @param separators the letters that end a field; all of them in the head line, which decides between them
     * @return the fault of the row; null if it has none that shows here
     */
    private @Nullable String cut(String separators, int maxColumns) {
        row.setLength(0);
        String fault = null;
        long openedAt = text.line();
        State state = State.BEFORE_FIELD;
        int fieldBytes = 0;
        int rowBytes = 0;
        int columns = 1;
        while (true) {
            int letter = text.peek();
            if (letter == Utf8Text.END) {
                return state == State.QUOTED ? neverClosed(openedAt) : fault;
            }
            long line = text.line();
            text.read();
            if (state != State.QUOTED && (letter == '\n' || letter == '\r')) {
                if (letter == '\r' && text.peek() == '\n') {
                    text.read();
                }
                return fault;
            }
            if (state != State.QUOTED && separators.indexOf(letter) >= 0) {
                state = State.BEFORE_FIELD;
                fieldBytes = 0;
                columns++;
            } else {
                if (state == State.BEFORE_FIELD && letter == QUOTE) {
                    openedAt = line;
                }
                if (state == State.AFTER_QUOTE && letter != QUOTE && fault == null) {
                    fault = "a quoted field of the row goes on after its closing quote";
                }
                state = after(state, letter);
                fieldBytes += bytesOf(letter);
            }
            rowBytes = Math.min(rowBytes + bytesOf(letter), MAX_ROW_BYTES + 1);
            if (fault == null) {
                fault = beyondBound(fieldBytes, rowBytes, columns > maxColumns);
                row.append((char) letter);
            }
            if (fault != null) {
                row.setLength(0);
                fieldBytes = 0;
            }
        }
    }

    private static State after(State state, int letter) {
        return switch (state) {
            case BEFORE_FIELD -> letter == QUOTE ? State.QUOTED : State.PLAIN;
            case PLAIN -> State.PLAIN;
            case QUOTED -> letter == QUOTE ? State.AFTER_QUOTE : State.QUOTED;
            case AFTER_QUOTE -> letter == QUOTE ? State.QUOTED : State.AFTER_QUOTE;
        };
    }

    private static @Nullable String beyondBound(int fieldBytes, int rowBytes, boolean hasTooManyColumns) {
        if (fieldBytes > MAX_FIELD_BYTES) {
            return FIELD_TOO_LONG;
        }
        if (rowBytes > MAX_ROW_BYTES) {
            return ROW_TOO_LONG;
        }
        return hasTooManyColumns ? TOO_MANY_COLUMNS : null;
    }

    private String neverClosed(long openedAt) {
        return "the quote that opens in line " + openedAt
                + " is never closed, so the lines from there to the end, line " + text.line() + ", are not imported";
    }

    private static int bytesOf(int letter) {
        if (letter < 0x80) {
            return 1;
        }
        // Two halves make a letter of four bytes.
        return letter < 0x800 || Character.isSurrogate((char) letter) ? 2 : 3;
    }

    private FileRow parsed(long line, String raw) {
        try (CSVParser parser = CSVParser.parse(raw, format)) {
            List<CSVRecord> records = parser.getRecords();
            return records.size() == 1
                    ? new FileRow(line, records.getFirst().toList(), null)
                    : FileRow.faulty(line, "the row is no CSV");
        } catch (IOException | UncheckedIOException wrong) {
            return FileRow.faulty(line, "the row is no CSV");
        }
    }

    @Override
    public void close() {
        text.close();
    }
}
