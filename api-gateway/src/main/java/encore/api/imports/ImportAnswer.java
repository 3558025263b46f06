package encore.api.imports;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.kernel.imports.ImportedRowOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an import.
 *
 * @param done the number of rows that were applied now
 * @param known the number of rows that were applied before
 * @param differs the number of rows whose key was used for other values
 * @param refused the number of rows that are wrong or impossible
 * @param rows the outcome of each row, in the order of the rows
 */
record ImportAnswer(long done, long known, long differs, long refused, List<RowAnswer> rows) {

    ImportAnswer {
        rows = List.copyOf(rows);
    }

    /**
     * The outcome of one row.
     *
     * @param outcome done, known, differs or refused
     * @param fanId the fan of the row, where known
     * @param field the field that is wrong, where one is
     * @param reason the reason, where the row differs or is refused
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record RowAnswer(
            String outcome,
            @Nullable Long fanId,
            @Nullable String field,
            @Nullable String reason) {

        static RowAnswer of(ImportedRowOutcome row) {
            return new RowAnswer(row.outcome(), row.fanId(), row.field(), row.reason());
        }
    }

    static ImportAnswer of(List<ImportedRowOutcome> rows) {
        return new ImportAnswer(
                count(rows, ImportedRowOutcome.DONE),
                count(rows, ImportedRowOutcome.KNOWN),
                count(rows, ImportedRowOutcome.DIFFERS),
                count(rows, ImportedRowOutcome.REFUSED),
                rows.stream().map(RowAnswer::of).toList());
    }

    private static long count(List<ImportedRowOutcome> rows, String outcome) {
        return rows.stream().filter(row -> row.outcome().equals(outcome)).count();
    }
}
