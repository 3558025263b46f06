package encore.command.lookups;

import encore.infra.backend.addresses.WebAddress;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Refusal;
import encore.kernel.trackers.TrackerKey;
import encore.kernel.trackers.domains.TrackerDomainId;

/** Checks targets of trackers and links of quests: one that led to a short link could lead visitors round and round. */
public final class ShortLinks {

    private static final String PATH = "/t/";

    private ShortLinks() {}

    /** Throws a Refusal (400, naming the parameter) for a short link on a domain that some account has. */
    public static void mustBeNone(String parameter, String url, Claims claims) {
        boolean isShortLink = WebAddress.read(url)
                .filter(address -> address.isBelow(PATH))
                .filter(address -> claims.ownerOf(domain(address.host())) != null)
                .isPresent();
        if (isShortLink) {
            throw new Refusal(
                    Refusal.Kind.RULE, "target-is-short-link", parameter, "This cannot lead to a short link.");
        }
    }

    /** Returns the claim on a domain of trackers, in small letters. */
    public static Claim domain(String virtualDomain) {
        return new Claim(TrackerDomainId.SPACE, TrackerKey.INSTALLATION, virtualDomain);
    }
}
