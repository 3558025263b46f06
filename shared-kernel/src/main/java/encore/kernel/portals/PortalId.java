package encore.kernel.portals;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A template portal; prints as {@code portal.<account>.<uid>}. */
@StreamId.Kind("portal")
public record PortalId(
        long account, @PublishedValue("portal_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
