package encore.kernel.trackers;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.time.Days;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about trackers. */
public sealed interface TrackerQuery<R> extends Query<R> {

    /** The account of a query that needs none, because the key is unique in the installation. */
    long NO_ACCOUNT = 0;

    /** One tracker with its numbers; refused as unknown. */
    record FindTracker(long account, long trackerId) implements TrackerQuery<TrackerEntry> {}

    /**
     * The 500 newest trackers with their numbers, newest first (spec 3, 4: GET /v1/trackers).
     *
     * @param days the days of their creation, both given
     */
    record ListTrackers(long account, Days days) implements TrackerQuery<List<TrackerEntry>> {}

    /** The trackers with these ids or in this group, with their numbers, newest first. Unknown ids are left out. */
    record FindTrackers(
            long account, List<Long> trackerIds, @Nullable String trackerGroupName)
            implements TrackerQuery<List<TrackerEntry>> {
        public FindTrackers {
            trackerIds = List.copyOf(trackerIds);
        }
    }

    /** A page of trackers with their numbers: by creation, or by their names if these are searched. */
    record FindTrackerPage(long account, Paging.NextKey paging) implements TrackerQuery<Page<TrackerEntry>> {}

    /** The same page of trackers as they are stored. */
    record FindStoredTrackerPage(long account, Paging.NextKey paging) implements TrackerQuery<Page<StoredTracker>> {}

    /** One tracker without numbers and without the values of its quest; refused as unknown. */
    record FindStoredTracker(long account, long trackerId) implements TrackerQuery<StoredTracker> {}

    /** The 500 newest trackers of these days as they are stored, newest first. */
    record ListStoredTrackers(long account, Days days) implements TrackerQuery<List<StoredTracker>> {}

    /** All trackers of an account as they are stored, oldest first. */
    record ListAllStoredTrackers(long account) implements TrackerQuery<List<StoredTracker>> {}

    /** The tracker with a key, of any account, as it is stored; refused as unknown. */
    record FindTrackerByKey(String trackerKey) implements TrackerQuery<StoredTracker> {
        @Override
        public long account() {
            return NO_ACCOUNT;
        }
    }

    /** The place to which a tracker leads; refused as unknown. */
    record FindTrackerTarget(String trackerKey) implements TrackerQuery<TrackerTarget> {
        @Override
        public long account() {
            return NO_ACCOUNT;
        }
    }

    /**
     * The place to which a tracker leads.
     *
     * @param virtualDomain the domain on which the tracker answers; null for the public host
     * @param url http or https
     * @param isClickAppended whether the target gets the click
     */
    record TrackerTarget(TrackerId tracker, @Nullable String virtualDomain, String url, boolean isClickAppended) {}
}
