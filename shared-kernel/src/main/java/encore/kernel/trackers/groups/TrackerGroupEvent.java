package encore.kernel.trackers.groups;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a group of trackers. */
public sealed interface TrackerGroupEvent extends Event {

    TrackerGroupId group();

    /** The first tracker of a group got its name. From then on a report may be about the group. */
    @Revision("1")
    record TrackerGroupMade(
            TrackerGroupId group,
            @NotPersonal("the name of a group of trackers") String trackerGroupName) implements TrackerGroupEvent {}
}
