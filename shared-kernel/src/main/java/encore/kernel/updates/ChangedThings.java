package encore.kernel.updates;

import java.util.List;

/**
 * Things of one kind that changed, by their uids.
 *
 * @param changed as they changed
 * @param removed since
 */
public record ChangedThings(List<String> changed, List<String> removed) {

    public ChangedThings {
        changed = List.copyOf(changed);
        removed = List.copyOf(removed);
    }
}
