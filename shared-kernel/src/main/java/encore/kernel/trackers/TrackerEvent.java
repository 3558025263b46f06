package encore.kernel.trackers;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

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
            @PublishedValue TrackerId tracker,

            @ListedName @PublishedValue @NotPersonal("a generated key")
            String trackerKey,

            @PublishedValue long pageTabId)
            implements TrackerEvent {}

    /** A tracker ended with its quest. Its key is not given to another one. */
    @Revision("1")
    record TrackerEnded(@PublishedValue TrackerId tracker) implements TrackerEvent, Event.FinalEvent {}

    /**
     * A tracker was created. Its key and its domain never change.
     *
     * @param trackerKey unique in the installation
     * @param virtualDomain a domain of the account; null for the public host
     */
    @Revision("1")
    record TrackerCreated(
            @PublishedValue TrackerId tracker,
            @PublishedValue @NotPersonal("a key of a thing") String trackerKey,

            @NotPersonal("a domain of the customer") @Nullable
            String virtualDomain,

            @PublishedValue TrackerDetails details)
            implements TrackerEvent {}

    /**
     * A tracker changed. The event holds the changed components only.
     *
     * @param cleared the names of the cleared components
     */
    @Revision("1")
    record TrackerChanged(
            @PublishedValue TrackerId tracker,
            @PublishedValue TrackerDetails changes,

            @PublishedValue @NotPersonal("names of components") @Nullable
            List<String> cleared)
            implements TrackerEvent, Event.Change<TrackerDetails>, Event.ManagementAction {

        public static TrackerChanged of(TrackerId tracker, Patch<TrackerDetails> patch) {
            return new TrackerChanged(tracker, patch.given(), patch.clearedNames());
        }

        @Override
        public String target() {
            return tracker.toString();
        }
    }

    /** Staff deleted a tracker for ever. Its clicks and purchases stay. */
    @Revision("1")
    record TrackerDeleted(@PublishedValue TrackerId tracker)
            implements TrackerEvent, Event.FinalEvent, Event.ManagementAction {
        @Override
        public String target() {
            return tracker.toString();
        }
    }

    /**
     * A tracker was added to the list of its account.
     *
     * @param virtualDomain the domain that it uses; null for the public host
     */
    @Revision("1")
    record TrackerListed(
            TrackersId trackers,
            TrackerId tracker,

            @NotPersonal("a domain of the customer") @Nullable
            String virtualDomain)
            implements TrackerEvent {}

    /** A deleted tracker was removed from the list of its account, which was full. */
    @Revision("1")
    record TrackerUnlisted(TrackersId trackers, TrackerId tracker) implements TrackerEvent {}
}
