package encore.kernel.trackers;

import encore.kernel.StreamId;

/** The list of an account's domains and trackers; prints as {@code trackers.<account>}. */
@StreamId.Kind("trackers")
public record TrackersId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
