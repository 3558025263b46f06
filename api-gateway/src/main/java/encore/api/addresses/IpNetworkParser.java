package encore.api.addresses;

import encore.api.contacts.IpAddresses;
import encore.api.problems.Problem;
import encore.api.server.IpNetwork;
import encore.api.wire.ErrorCode;
import encore.kernel.names.Blanks;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses IP addresses and networks from calls into one canonical spelling. */
final class IpNetworkParser {

    private static final String FIELD = "ip_address";
    private static final Pattern WITH_PREFIX = Pattern.compile("([^/]*)/(0|[1-9]\\d{0,2})");
    private static final int MIN_PREFIX_VERSION_4 = 8;
    private static final int MIN_PREFIX_VERSION_6 = 16;

    private IpNetworkParser() {}

    /**
     * Returns the canonical spelling. Throws a {@link Problem} for malformed text and for a network that is too wide.
     */
    static String parse(String given) {
        String text = Blanks.trim(given);
        Matcher parts = WITH_PREFIX.matcher(text);
        boolean hasPrefix = parts.matches();
        if (!hasPrefix && text.indexOf('/') >= 0) {
            throw Problem.input(FIELD, ErrorCode.FORMAT, "must be an address, or one with a slash and a prefix");
        }
        String address = IpAddresses.of(hasPrefix ? Blanks.trim(parts.group(1)) : text);
        if (address == null || address.isEmpty()) {
            throw Problem.input(FIELD, ErrorCode.FORMAT, "must be an address, or one with a slash and a prefix");
        }
        IpNetwork network = toNetwork(hasPrefix ? address + "/" + parts.group(2) : address);
        if (network.prefix() < (network.isVersion6() ? MIN_PREFIX_VERSION_6 : MIN_PREFIX_VERSION_4)) {
            throw Problem.input(FIELD, ErrorCode.RANGE, "must not be wider than /8, or /16 of version 6");
        }
        return network.toString();
    }

    private static IpNetwork toNetwork(String text) {
        try {
            return IpNetwork.parse(text);
        } catch (IllegalArgumentException beyond) {
            throw Problem.input(FIELD, ErrorCode.FORMAT, "has a prefix that is too long for its address");
        }
    }
}
