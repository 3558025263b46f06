package encore.kernel.fanstreams.records;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record to import.
 *
 * @param record the id for a new record, generated before the command
 * @param labels null where the call gives none
 */
public record ImportedRecord(
        StreamRecordId record,
        String network,
        String recordKey,
        RecordContent content,
        RecordCounts counts,
        @Nullable List<String> labels) {}
