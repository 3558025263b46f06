package encore.command.trackers;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.TrackerKey;
import encore.kernel.trackers.domains.TrackerDomainId;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The claims on keys and domains, which are unique in the installation. */
public final class TrackerClaims {

    private static final String SHORT_LINKS = "/t/";

    private TrackerClaims() {}

    static Claim key(String trackerKey) {
        return new Claim(TrackerKey.SPACE, TrackerKey.INSTALLATION, new TrackerKey(trackerKey).claimed());
    }

    static Claim domain(String virtualDomain) {
        return new Claim(TrackerDomainId.SPACE, TrackerKey.INSTALLATION, virtualDomain);
    }

    /** Returns the tracker of an account that has a key; null when there is none, or when it is another account's. */
    public static @Nullable TrackerId trackerOf(long account, String trackerKey, Claims claims) {
        String owner = claims.ownerOf(key(trackerKey));
        TrackerId tracker = owner == null ? null : TrackerId.parse(owner);
        return tracker != null && tracker.account() == account ? tracker : null;
    }

    /** Returns whether an address is a short link on a domain that some account has. */
    static boolean isShortLink(String url, Claims claims) {
        try {
            URI address = new URI(url.replaceAll("[^\\x21-\\x7e]", "_").replaceAll("[\"<>\\\\^`{|}\\[\\]]", "_"));
            String host = address.getHost();
            return host != null
                    && address.getPath() != null
                    && address.getPath().startsWith(SHORT_LINKS)
                    && claims.ownerOf(domain(host.toLowerCase(Locale.ROOT))) != null;
        } catch (URISyntaxException noAddress) {
            return false;
        }
    }
}
