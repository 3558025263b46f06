package encore.command.trackers;

import encore.command.lookups.ShortLinks;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.StreamId;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.TrackerKey;
import org.jspecify.annotations.Nullable;

/** The claims on keys and domains, which are unique in the installation. */
public final class TrackerClaims {

    private TrackerClaims() {}

    static Claim key(String trackerKey) {
        return new Claim(TrackerKey.SPACE, TrackerKey.INSTALLATION, new TrackerKey(trackerKey).claimed());
    }

    static Claim domain(String virtualDomain) {
        return ShortLinks.domain(virtualDomain);
    }

    /** Returns the tracker of an account that has a key; null when there is none, or when it is another account's. */
    public static @Nullable TrackerId trackerOf(long account, String trackerKey, Claims claims) {
        String owner = claims.ownerOf(key(trackerKey));
        TrackerId tracker = owner == null ? null : StreamId.parse(TrackerId.class, owner);
        return tracker != null && tracker.account() == account ? tracker : null;
    }
}
