package encore.kernel.updates;

import java.util.List;

/**
 * Records of one kind that changed.
 *
 * @param now the records in their present form
 * @param removed the uids of removed records
 */
public record Changes<T>(List<T> now, List<String> removed) {

    public Changes {
        now = List.copyOf(now);
        removed = List.copyOf(removed);
    }
}
