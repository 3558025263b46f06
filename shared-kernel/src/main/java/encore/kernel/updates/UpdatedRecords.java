package encore.kernel.updates;

import java.util.List;

/**
 * Records of one kind that changed.
 *
 * @param now the records in their present form
 * @param removed the uids of removed records
 */
public record UpdatedRecords<T>(List<T> now, List<String> removed) {

    public UpdatedRecords {
        now = List.copyOf(now);
        removed = List.copyOf(removed);
    }
}
