package encore.kernel.fanstreams.records;

import java.util.List;

/** The answer to imported records, in the order of the call. */
public record ImportedRecords(List<ImportOutcome> records) {
    public ImportedRecords {
        records = List.copyOf(records);
    }
}
