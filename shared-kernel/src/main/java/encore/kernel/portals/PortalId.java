package encore.kernel.portals;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A template portal; prints as {@code portal.<account>.<uid>}. */
public record PortalId(
        long account, @PublishedValue("portal_uid") String uid) implements StreamId {

    @JsonCreator
    public static PortalId parse(String text) {
        String[] parts = StreamNames.split(text, "portal", 3);
        return new PortalId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "portal." + account + "." + uid;
    }
}
