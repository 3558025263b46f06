package encore.kernel.updates;

import java.util.List;

/**
 * Records of one kind that changed.
 *
 * @param now as they are now
 * @param removed uids of those that are there no more
 */
public record Changes<T>(List<T> now, List<String> removed) {

    public Changes {
        now = List.copyOf(now);
        removed = List.copyOf(removed);
    }
}
