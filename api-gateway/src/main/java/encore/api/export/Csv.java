package encore.api.export;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * Writes lines of CSV (RFC 4180). Spreadsheets run a cell that begins like a formula, and texts may come from anybody:
 * such a cell begins with an apostrophe instead, which spreadsheets do not show.
 */
public final class Csv {

    /** The content type, in UTF-8 and with a line of column names. */
    public static final String CONTENT_TYPE = "text/csv;charset=UTF-8;header=present";

    private static final String FORMULA_STARTS = "=+-@\t\r";

    private Csv() {}

    /** Returns a line with its line break. */
    public static String line(Collection<String> cells) {
        return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String cell(String text) {
        String safe = isFormula(text) ? "'" + text : text;
        return safe.chars().anyMatch(each -> each == ',' || each == '"' || each == '\n' || each == '\r')
                ? '"' + safe.replace("\"", "\"\"") + '"'
                : safe;
    }

    /** Whether a spreadsheet would run the text. Blanks before a formula do not keep it from that. */
    private static boolean isFormula(String text) {
        String stripped = text.stripLeading();
        return !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0
                || !stripped.isEmpty() && FORMULA_STARTS.indexOf(stripped.charAt(0)) >= 0;
    }
}
