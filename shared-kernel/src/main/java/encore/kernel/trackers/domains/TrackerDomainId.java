package encore.kernel.trackers.domains;

import encore.kernel.StreamId;

/** A domain of trackers; prints as {@code tracker_domain.<account>.<uid>}. */
@StreamId.Kind("tracker_domain")
public record TrackerDomainId(long account, String uid) implements StreamId {

    /** The space of the claims on domains, which are of account 0; their owners are such ids. */
    public static final String SPACE = "tracker_domain";

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
