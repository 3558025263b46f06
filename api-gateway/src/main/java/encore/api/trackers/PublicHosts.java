package encore.api.trackers;

import encore.api.outbound.PublicShortLinks;
import encore.api.server.GatewaySettings;
import encore.kernel.trackers.SavedTracker;
import encore.kernel.trackers.TrackerQuery.TrackerTarget;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Knows the public host of this installation, which serves the trackers of every account that use no own domain. */
@Component
class PublicHosts {

    private final @Nullable String publicUrl;
    private final @Nullable URI address;

    PublicHosts(GatewaySettings settings) {
        publicUrl = settings.publicUrl();
        address = publicUrl == null ? null : URI.create(publicUrl);
    }

    /** Returns the address of this installation; null when it is not known. */
    @Nullable
    String publicUrl() {
        return publicUrl;
    }

    /** Returns the public host with its port; null when it is not known. */
    @Nullable
    String virtualDomain() {
        return address == null ? null : address.getRawAuthority();
    }

    /** Returns a tracker with the name of the public host, if it uses that. */
    SavedTracker withPublicHost(SavedTracker saved) {
        return saved.virtualDomain() == null
                ? new SavedTracker(saved.trackerId(), virtualDomain(), saved.trackerKey())
                : saved;
    }

    /** Returns whether a domain is the public host, with or without its port. */
    boolean isPublic(String virtualDomain) {
        return address != null
                && (virtualDomain.equalsIgnoreCase(address.getRawAuthority())
                        || virtualDomain.equalsIgnoreCase(address.getHost()));
    }

    /** Returns a domain as it is stored: in small letters, null for the public host. */
    @Nullable
    String stored(String virtualDomain) {
        return isPublic(virtualDomain) ? null : virtualDomain.toLowerCase(Locale.ROOT);
    }

    /**
     * Returns whether a tracker answers on a host. A tracker without a domain of its own answers on the public host alone,
     * and on every host when the public one is not known.
     */
    boolean answers(TrackerTarget target, @Nullable String host) {
        if (target.virtualDomain() != null) {
            return target.virtualDomain().equalsIgnoreCase(host);
        }
        return address == null || address.getHost().equalsIgnoreCase(host);
    }

    /** Returns whether an address is a short link on the public host or on the host of a request. */
    boolean isShortLink(String url, @Nullable String host) {
        return PublicShortLinks.isOne(url, publicUrl, host);
    }
}
