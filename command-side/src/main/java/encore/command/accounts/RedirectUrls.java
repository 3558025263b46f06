package encore.command.accounts;

import static encore.kernel.Refusal.Kind.RULE;

import encore.kernel.Refusal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rule for addresses to which a browser login leads back: https, http on this machine, or an app's own scheme. They
 * are stored as they were sent and are compared byte by byte, so nothing here rewrites one.
 */
final class RedirectUrls {

    private static final int LONGEST = 2_000;
    private static final int HIGHEST_PORT = 65_535;
    private static final Pattern VISIBLE = Pattern.compile("[!-~]+");
    private static final Pattern OWN_SCHEME = Pattern.compile("[a-z][a-z0-9+-]*(?:\\.[a-z0-9+-]+)+");
    private static final Pattern LOOPBACK_4 = Pattern.compile("127(?:\\.(?:0|[1-9]\\d{0,2})){3}");
    private static final Set<String> LOOPBACK = Set.of("localhost", "[::1]");

    private RedirectUrls() {}

    /** Throws a Refusal when an address must not be registered. */
    static void requireValid(String text) {
        if (text.length() > LONGEST || !VISIBLE.matcher(text).matches() || !isAllowed(text)) {
            throw new Refusal(
                    RULE,
                    "not-a-redirect-url",
                    "redirect_url",
                    "A redirect URL is https, http on loopback, or has an app's own scheme with a dot; it has no"
                            + " fragment and no user.");
        }
    }

    private static boolean isAllowed(String text) {
        try {
            URI uri = new URI(text);
            String scheme = uri.getScheme();
            String authority = uri.getRawAuthority();
            boolean hasUser = authority != null && authority.indexOf('@') >= 0;
            if (scheme == null || uri.getRawFragment() != null || hasUser) {
                return false;
            }
            return switch (scheme) {
                case "https" -> hasHost(uri);
                case "http" -> hasHost(uri) && isLoopback(uri.getHost());
                // Opaque: com.example.app:callback. A user would be everything before an @ there.
                default -> OWN_SCHEME.matcher(scheme).matches() && text.length() > scheme.length() + 1;
            };
        } catch (URISyntaxException notAnAddress) {
            return false;
        }
    }

    private static boolean hasHost(URI uri) {
        return uri.getHost() != null && uri.getPort() <= HIGHEST_PORT;
    }

    private static boolean isLoopback(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return LOOPBACK.contains(lower) || LOOPBACK_4.matcher(lower).matches();
    }
}
