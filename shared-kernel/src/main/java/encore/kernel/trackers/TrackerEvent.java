package encore.kernel.trackers;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a tracker. */
public sealed interface TrackerEvent extends Event {

    TrackerId tracker();

    /**
     * A tracker was made for a quest. It leads to the link of the quest.
     *
     * @param trackerKey unique in the installation
     * @param pageTabId the quest
     */
    @Revision("1")
    record QuestTrackerMade(
            TrackerId tracker,
            @NotPersonal("a generated key") String trackerKey,
            long pageTabId) implements TrackerEvent {}

    /** A tracker ended with its quest. Its key is not given to another one. */
    @Revision("1")
    record TrackerEnded(TrackerId tracker) implements TrackerEvent, Event.FinalEvent {}
}
