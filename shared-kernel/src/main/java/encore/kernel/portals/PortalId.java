package encore.kernel.portals;

import encore.kernel.StreamId;
import encore.kernel.told.ToldValue;

/** A template portal; prints as {@code portal.<account>.<uid>}. */
@StreamId.Kind("portal")
public record PortalId(
        long account, @ToldValue("portal_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
