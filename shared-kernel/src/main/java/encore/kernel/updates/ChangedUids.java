package encore.kernel.updates;

import java.util.List;

/**
 * The uids of records of one kind that changed.
 *
 * @param changed the changed records, in the order of their changes
 * @param removed the records that were removed
 */
public record ChangedUids(List<String> changed, List<String> removed) {

    public ChangedUids {
        changed = List.copyOf(changed);
        removed = List.copyOf(removed);
    }
}
