package encore.kernel.imports;

import java.util.List;

/** The answer to an import: the outcome of each row, in the order of the rows. */
public record ImportedRows(List<ImportedRowOutcome> rows) {
    public ImportedRows {
        rows = List.copyOf(rows);
    }
}
