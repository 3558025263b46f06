package encore.kernel.trackers;

import encore.kernel.Query;

/** Everything that can be asked about trackers. */
public sealed interface TrackerQuery<R> extends Query<R> {

    /** The account of a query that needs none, because the key is unique in the installation. */
    long NO_ACCOUNT = 0;

    /** The tracker with a key, of any account; refused as unknown. */
    record FindTracker(String trackerKey) implements TrackerQuery<FoundTracker> {
        @Override
        public long account() {
            return NO_ACCOUNT;
        }
    }

    /** The address to which a tracker leads; refused as unknown. */
    record FindTrackerTarget(String trackerKey) implements TrackerQuery<TrackerTarget> {
        @Override
        public long account() {
            return NO_ACCOUNT;
        }
    }

    /** @param pageTabId the quest of the tracker */
    record FoundTracker(long account, long pageTabId) {}

    /**
     * @param account the account of the tracker
     * @param url http or https
     */
    record TrackerTarget(long account, String url) {}
}
