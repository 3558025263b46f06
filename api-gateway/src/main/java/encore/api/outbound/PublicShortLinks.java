package encore.api.outbound;

import encore.infra.backend.addresses.WebAddress;
import encore.kernel.Refusal;
import org.jspecify.annotations.Nullable;

/** Recognizes short links on the public host of this installation, which serves trackers of every account. */
public final class PublicShortLinks {

    private static final String PATH = "/t/";

    private PublicShortLinks() {}

    /**
     * Refuses an address that is a short link on the public host.
     *
     * @param url null for none
     * @param publicUrl the address of this installation; null when it is not known
     */
    public static void mustBeNone(String parameter, @Nullable String url, @Nullable String publicUrl) {
        if (url != null && isOne(url, publicUrl, null)) {
            throw new Refusal(
                    Refusal.Kind.RULE, "target-is-short-link", parameter, "This cannot lead to a short link.");
        }
    }

    /**
     * Returns whether an address is a short link on the public host or on another one.
     *
     * @param host the other host; null for none
     */
    public static boolean isOne(String url, @Nullable String publicUrl, @Nullable String host) {
        return WebAddress.read(url)
                .filter(link -> isPublic(link, publicUrl) || link.host().equalsIgnoreCase(host) && link.isBelow(PATH))
                .isPresent();
    }

    private static boolean isPublic(WebAddress link, @Nullable String publicUrl) {
        return publicUrl != null
                && WebAddress.read(publicUrl)
                        .filter(home -> link.host().equals(home.host()) && link.isBelow(home.path() + PATH))
                        .isPresent();
    }
}
