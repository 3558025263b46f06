package encore.infra.backend.egress;

import encore.infra.backend.addresses.WebAddress;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The one rule about addresses that Encore calls for customers: https, and a public address or one of the operator's
 * list. In a demo on loopback also this machine, by plain http too.
 */
public final class EgressRules {

    /** The longest address that is called, in characters. */
    public static final int MAX_LENGTH = 2_000;

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1", "[::1]");
    private static final AddressRange BROADCAST = AddressRange.of("255.255.255.255");

    private final boolean isLoopbackAllowed;
    private final List<AddressRange> allowed;

    private EgressRules(boolean isLoopbackAllowed, List<AddressRange> allowed) {
        this.isLoopbackAllowed = isLoopbackAllowed;
        this.allowed = allowed;
    }

    /** Makes the rules; throws an exception that names the setting when a network is none. */
    public static EgressRules of(EgressSettings settings) {
        return new EgressRules(
                settings.isLoopbackAllowed(),
                settings.egressAllow().stream()
                        .map(String::strip)
                        .filter(text -> !text.isEmpty())
                        .map(EgressRules::range)
                        .toList());
    }

    private static AddressRange range(String text) {
        AddressRange range = AddressRange.parse(text);
        if (range == null) {
            throw new IllegalArgumentException(
                    "ENCORE_EGRESS_ALLOW holds networks such as 10.0.0.0/8, and '" + text + "' is none.");
        }
        return range;
    }

    /** Returns whether a host of an address, or a setting, is a name of this machine. */
    static boolean isLoopbackName(String host) {
        return LOOPBACK.contains(host.toLowerCase(Locale.ROOT));
    }

    /** Returns whether calls to this machine are allowed, by plain http too. */
    public boolean isLoopbackAllowed() {
        return isLoopbackAllowed;
    }

    /**
     * Reads an address that may be called, as far as its text shows.
     *
     * @return empty for a relative one, another scheme, a user, a fragment, a spelling that parsers read in different ways, or
     *     a host that is no name or IP address
     */
    public Optional<URI> parse(String url) {
        if (url.length() > MAX_LENGTH || WebAddress.parse(url).isEmpty()) {
            return Optional.empty();
        }
        try {
            URI uri = new URI(url).parseServerAuthority();
            boolean isWhole = uri.getHost() != null && uri.getRawFragment() == null && uri.getPort() != 0;
            return isWhole && isAllowedScheme(uri) ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    private boolean isAllowedScheme(URI uri) {
        return "https".equalsIgnoreCase(uri.getScheme())
                || isLoopbackAllowed && "http".equalsIgnoreCase(uri.getScheme()) && isLoopbackName(uri.getHost());
    }

    /** Returns whether the host of an address is a name, or a literal address to which Encore may connect. */
    public boolean isHostAllowed(String host) {
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(bare);
        return literal == null || isAllowed(literal);
    }

    /** Returns whether Encore may connect to an address. */
    public boolean isAllowed(InetAddress address) {
        return isAllowed(address.getAddress());
    }

    /** @param address 4 or 16 bytes, as they are written: Java makes an IPv4 address of a mapped one */
    boolean isAllowed(byte[] address) {
        EmbeddedIpv4 embedded = EmbeddedIpv4.find(address);
        if (embedded != null) {
            return (embedded.isPublic() || isListed(address)) && isAllowed(embedded.ipv4(address));
        }
        return isUnicast(address)
                && (PublicAddresses.contains(address) || isListed(address) || isLoopbackAllowed && isLoopback(address));
    }

    private boolean isListed(byte[] address) {
        return allowed.stream().anyMatch(range -> range.contains(address));
    }

    private static boolean isUnicast(byte[] bytes) {
        InetAddress address = address(bytes);
        return !address.isAnyLocalAddress() && !address.isMulticastAddress() && !BROADCAST.contains(bytes);
    }

    private static boolean isLoopback(byte[] bytes) {
        return address(bytes).isLoopbackAddress();
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
