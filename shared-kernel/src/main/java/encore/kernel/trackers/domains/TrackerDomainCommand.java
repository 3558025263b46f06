package encore.kernel.trackers.domains;

import encore.kernel.Command;
import encore.kernel.trackers.TrackersId;

/** The commands of an account's domains for trackers. Names are normalised before they enter a command. */
public sealed interface TrackerDomainCommand<R> extends Command<R> {

    TrackersId trackers();

    @Override
    default TrackersId stream() {
        return trackers();
    }

    /**
     * Adds a domain. One that any account has is refused.
     *
     * @param domain the id, whose uid is generated before the command
     */
    record AddTrackerDomain(TrackersId trackers, TrackerDomainId domain, String virtualDomain)
            implements TrackerDomainCommand<SavedDomain>, Command.Save<SavedDomain, TrackerDomain> {
        @Override
        public TrackerDomainQuery.FindTrackerDomain record(SavedDomain saved) {
            return new TrackerDomainQuery.FindTrackerDomain(trackers.account(), saved.virtualDomain());
        }
    }

    /** Removes a domain that no tracker uses. The path names it, so an unknown one is refused as unknown. */
    record RemoveTrackerDomain(TrackersId trackers, String virtualDomain)
            implements TrackerDomainCommand<SavedDomain> {}

    /** The domain that a command is about. */
    record SavedDomain(String virtualDomain) {}
}
