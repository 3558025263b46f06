package encore.command.trackers;

import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.groups.TrackerGroupEvent.TrackerGroupMade;
import encore.kernel.trackers.groups.TrackerGroupId;

/** Records the names of groups, each when its first tracker gets it. */
final class TrackerGroups {

    private TrackerGroups() {}

    static void note(long account, TrackerDetails details, Streams streams, Facts facts) {
        String name = details.trackerGroupName();
        if (name == null) {
            return;
        }
        TrackerGroupId group = TrackerGroupId.of(account, name);
        if (!streams.isOpen(group)) {
            facts.record(group, new TrackerGroupMade(group, name));
        }
    }
}
