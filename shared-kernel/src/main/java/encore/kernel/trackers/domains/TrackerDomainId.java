package encore.kernel.trackers.domains;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** A domain of trackers; prints as {@code tracker_domain.<account>.<uid>}. */
public record TrackerDomainId(long account, String uid) implements StreamId {

    /** The space of the claims on domains, which are of account 0; their owners are such ids. */
    public static final String SPACE = "tracker_domain";

    @JsonCreator
    public static TrackerDomainId parse(String text) {
        String[] parts = StreamNames.split(text, "tracker_domain", 3);
        return new TrackerDomainId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "tracker_domain." + account + "." + uid;
    }
}
