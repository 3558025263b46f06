package encore.kernel.trackers.groups;

import encore.kernel.StreamId;
import encore.kernel.names.HashedName;
import encore.kernel.privacy.Secret;

/**
 * A group of trackers; prints as {@code tracker_group.<account>.<hash>}.
 *
 * @param hash the hash of its name, which may have any characters
 */
@StreamId.Kind("tracker_group")
public record TrackerGroupId(long account, @Secret String hash) implements StreamId {

    /** The group of the trackers of quests. */
    public static final String QUESTS = "quests";

    public static TrackerGroupId of(long account, String trackerGroupName) {
        return new TrackerGroupId(account, HashedName.of(trackerGroupName));
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
