package encore.infra.cli.imports;

import encore.infra.cli.terminal.CommandFailed;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;

/**
 * The file of rows that were refused: line, field and reason, then the row's own columns, and the key that was made for it. So
 * it can be corrected and imported like any other. It is written as the import goes, and not made if no row is refused.
 */
final class RefusedRows implements AutoCloseable {

    /** The columns before those of the row. */
    static final List<String> HEAD = List.of("line", "field", "reason");

    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final char GUARD = '\'';
    private static final String BEGINS_FORMULA = "=+-@\t\r\n";
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9][0-9., ]*");

    private final Path path;
    private final ImportFile.Outline outline;
    private final ImportKind kind;
    private final int keyColumn;
    private final boolean hasRoomForKey;
    private @Nullable CSVPrinter printer;

    RefusedRows(Path path, ImportFile.Outline outline, ImportKind kind, ColumnMapping mapping) {
        this.path = path;
        this.outline = outline;
        this.kind = kind;
        this.keyColumn = mapping.indexOf(kind.key());
        this.hasRoomForKey = kind.needsKeys() && keyColumn < 0 && !mapping.hasConstant(kind.key());
        removeEarlier();
    }

    /** Returns whether a file with these columns is one of refused rows. */
    static boolean isHead(List<String> columns) {
        return columns.size() > HEAD.size() && columns.subList(0, HEAD.size()).equals(HEAD);
    }

    /**
     * Returns a cell that no spreadsheet takes for a formula: as OWASP says, one that could begin a formula begins with an
     * apostrophe. Numbers stay as they are.
     */
    static String withGuard(String cell) {
        boolean isFormula = !cell.isEmpty()
                && BEGINS_FORMULA.indexOf(cell.charAt(0)) >= 0
                && !NUMBER.matcher(cell).matches();
        return isFormula ? GUARD + cell : cell;
    }

    /** Returns the cell of which {@link #withGuard} made this one. */
    static String withoutGuard(String cell) {
        return cell.length() > 1
                        && cell.charAt(0) == GUARD
                        && withGuard(cell.substring(1)).equals(cell)
                ? cell.substring(1)
                : cell;
    }

    private void removeEarlier() {
        try {
            if (!Files.exists(path)) {
                return;
            }
            byte[] begin = new byte[16];
            int count;
            try (var stream = Files.newInputStream(path)) {
                count = Math.max(stream.readNBytes(begin, 0, begin.length), 0);
            }
            String text = new String(begin, 0, count, StandardCharsets.UTF_8);
            if (!text.matches("(?s)" + BYTE_ORDER_MARK + "?line[,;\t]field[,;\t].*")) {
                throw new CommandFailed("The file " + path + " exists and is not one of refused rows: choose another by"
                        + " --refused.");
            }
            Files.delete(path);
        } catch (IOException failed) {
            throw failed(failed);
        }
    }

    void add(ImportRow row, ImportRow.Fault fault) {
        try {
            CSVPrinter csv = printer == null ? begin() : printer;
            List<String> cells =
                    new ArrayList<>(List.of(Long.toString(row.row().line()), fault.field(), fault.reason()));
            int first = isHead(outline.heads()) ? HEAD.size() : 0;
            for (int index = first; index < outline.heads().size(); index++) {
                String cell = row.row().cell(index);
                cells.add(index == keyColumn && row.madeKey() != null ? row.madeKey() : cell);
            }
            if (hasRoomForKey) {
                cells.add(row.madeKey() == null ? "" : row.madeKey());
            }
            csv.printRecord(cells.stream().map(RefusedRows::withGuard));
        } catch (IOException failed) {
            throw failed(failed);
        }
    }

    private CSVPrinter begin() throws IOException {
        BufferedWriter writer = Files.newBufferedWriter(path, StandardCharsets.UTF_8);
        // Spreadsheets take a file without the mark for one of another encoding.
        writer.write(BYTE_ORDER_MARK);
        CSVPrinter begun = new CSVPrinter(
                writer,
                CSVFormat.RFC4180.builder().setDelimiter(outline.separator()).get());
        printer = begun;
        List<String> heads = new ArrayList<>(HEAD);
        heads.addAll(
                isHead(outline.heads())
                        ? outline.heads().subList(HEAD.size(), outline.heads().size())
                        : outline.heads());
        if (hasRoomForKey) {
            heads.add(kind.key());
        }
        begun.printRecord(heads.stream().map(RefusedRows::withGuard));
        return begun;
    }

    /** Writes all rows so far, so that they are there after a stop. */
    void flush() {
        try {
            if (printer != null) {
                printer.flush();
            }
        } catch (IOException failed) {
            throw failed(failed);
        }
    }

    private CommandFailed failed(IOException failed) {
        return new CommandFailed(
                "The file " + path + " of refused rows cannot be written: " + failed.getMessage() + ".");
    }

    @Override
    public void close() {
        try {
            if (printer != null) {
                printer.close();
            }
        } catch (IOException failed) {
            throw failed(failed);
        }
    }
}
