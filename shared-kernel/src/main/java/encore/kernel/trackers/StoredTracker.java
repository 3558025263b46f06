package encore.kernel.trackers;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tracker as its own events describe it.
 *
 * @param virtualDomain null for the public host
 * @param questId the page_tab_id of the quest that it was made for; null for others
 */
public record StoredTracker(
        TrackerId tracker,
        String trackerKey,
        @Nullable String virtualDomain,
        @Nullable Long questId,
        TrackerDetails details,
        Instant created) {

    /** Returns the same tracker with other details. */
    public StoredTracker withDetails(TrackerDetails changed) {
        return new StoredTracker(tracker, trackerKey, virtualDomain, questId, changed, created);
    }

    /** Returns whether the target gets the click: not of a quest's tracker, unless staff say so. */
    public boolean isClickAppended() {
        return details.isClickAppended() == null ? questId == null : details.isClickAppended();
    }
}
