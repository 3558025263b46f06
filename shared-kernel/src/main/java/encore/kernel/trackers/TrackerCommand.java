package encore.kernel.trackers;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.StreamId;
import encore.kernel.names.StoredName;
import encore.kernel.trackers.TrackerQuery.FindTracker;
import encore.kernel.trackers.purchases.AttributionRules;
import org.jspecify.annotations.Nullable;

/** The commands of trackers. */
public sealed interface TrackerCommand<R> extends Command<R> {

    TrackerId tracker();

    @Override
    default StreamId stream() {
        return tracker();
    }

    /**
     * Creates a tracker (spec 3, 4: POST /v1/trackers). The account's list of trackers decides.
     *
     * @param tracker the id, whose number is generated before the command
     * @param key the key; its {@code isChosen} says whether the caller chose it
     * @param virtualDomain a domain of the account; null for the public host
     */
    record CreateTracker(
            TrackerId tracker, ProposedKey key, @Nullable String virtualDomain, TrackerDetails details)
            implements TrackerCommand<SavedTracker> {
        @Override
        public StreamId stream() {
            return new TrackersId(tracker.account());
        }
    }

    /** @param isChosen whether the caller chose the key; a generated one that is taken is generated again */
    record ProposedKey(String trackerKey, boolean isChosen) {}

    /** Changes a tracker. Of a quest's tracker the quest decides the name, group, target and network. */
    record ChangeTracker(TrackerId tracker, Patch<TrackerDetails> change)
            implements TrackerCommand<SavedTracker>, Command.Save<SavedTracker, TrackerEntry> {
        @Override
        public FindTracker record(SavedTracker saved) {
            return new FindTracker(tracker.account(), saved.trackerId());
        }
    }

    /** Deletes a tracker for ever; its events stay. A quest's tracker is refused: it ends with its quest. */
    record DeleteTracker(TrackerId tracker) implements TrackerCommand<SavedTracker> {}

    /** Asks a tracker for the rules by which purchases belong to it. It changes nothing. */
    @StoredName("TellAttributionRules")
    record ReadAttributionRules(TrackerId tracker) implements TrackerCommand<AttributionRules> {}
}
