package encore.infra.cli.imports;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row as it stands in the file.
 *
 * @param line the line of the file in which it begins
 * @param cells empty if the row was beyond a bound
 * @param fault the reason for which the row cannot be read; null if it can
 */
record FileRow(long line, List<String> cells, @Nullable String fault) {

    static FileRow faulty(long line, String fault) {
        return new FileRow(line, List.of(), fault);
    }

    String cell(int index) {
        return index < cells.size() ? cells.get(index) : "";
    }

    /** Returns how much of the memory of a batch the row takes. */
    long letters() {
        return cells.stream().mapToLong(String::length).sum();
    }
}
