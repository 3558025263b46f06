package encore.kernel.trackers.groups;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.names.HashedName;

/**
 * A group of trackers; prints as {@code tracker_group.<account>.<hash>}.
 *
 * @param hash the hash of its name, which may have any characters
 */
public record TrackerGroupId(long account, String hash) implements StreamId {

    /** The group of the trackers of quests. */
    public static final String QUESTS = "quests";

    @JsonCreator
    public static TrackerGroupId parse(String text) {
        String[] parts = StreamNames.split(text, "tracker_group", 3);
        return new TrackerGroupId(Long.parseLong(parts[1]), parts[2]);
    }

    public static TrackerGroupId of(long account, String trackerGroupName) {
        return new TrackerGroupId(account, HashedName.of(trackerGroupName));
    }

    @Override
    public String toString() {
        return "tracker_group." + account + "." + hash;
    }
}
