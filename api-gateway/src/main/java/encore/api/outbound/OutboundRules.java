package encore.api.outbound;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The one rule about addresses that a gateway calls for customers: https, and a public address. In a demo on loopback
 * also this machine, by plain http too.
 */
@Component
public class OutboundRules {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1", "[::1]");
    private static final int MAX_LENGTH = 2_000;
    private static final int MAX_PORT = 65_535;

    private final boolean isLoopbackAllowed;

    @Autowired
    OutboundRules(OutboundSettings settings) {
        this(settings.isLoopbackAllowed());
    }

    OutboundRules(boolean isLoopbackAllowed) {
        this.isLoopbackAllowed = isLoopbackAllowed;
    }

    /** Returns whether a host of an address, or a setting, is a name of this machine. */
    static boolean isLoopbackName(String host) {
        return LOOPBACK.contains(host.toLowerCase(Locale.ROOT));
    }

    /**
     * Checks an address when it is entered. Throws a {@link Problem} (400) that names the parameter.
     *
     * @param url null or empty for none
     */
    public void mustBeAllowed(String parameter, @Nullable String url) {
        if (url != null && !url.isEmpty() && parse(url).isEmpty()) {
            String loopback = isLoopbackAllowed ? ", or with http:// and a loopback address" : "";
            throw Problem.input(parameter, ErrorCode.FORMAT, "must be an address that begins with https://" + loopback);
        }
    }

    /**
     * Reads an address that may be called, as far as its text tells.
     *
     * @return empty for a relative one, another scheme, a user, a fragment, or a host that is no name or IP address
     */
    Optional<URI> parse(String url) {
        if (url.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        try {
            URI uri = new URI(url).parseServerAuthority();
            boolean isWhole = uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null
                    && uri.getPort() != 0
                    && uri.getPort() <= MAX_PORT;
            return isWhole && isAllowedScheme(uri) ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    private boolean isAllowedScheme(URI uri) {
        return "https".equalsIgnoreCase(uri.getScheme())
                || isLoopbackAllowed && "http".equalsIgnoreCase(uri.getScheme()) && isLoopbackName(uri.getHost());
    }

    /** Returns whether a gateway may connect to an address. */
    boolean isAllowed(InetAddress address) {
        return PublicAddresses.contains(address) || isLoopbackAllowed && address.isLoopbackAddress();
    }
}
