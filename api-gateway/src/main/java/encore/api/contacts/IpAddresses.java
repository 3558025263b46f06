package encore.api.contacts;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.kernel.names.Blanks;
import io.netty.util.NetUtil;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Normalizes IP addresses to one spelling. It is stricter than the parsers of platforms. */
public final class IpAddresses {

    private static final String BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final String QUAD = BYTE + "(?:\\." + BYTE + "){3}";
    private static final Pattern VERSION_4 = Pattern.compile(QUAD);

    /** The characters of an IPv6 address (RFC 4291, 2.2): no zone, at most four digits between colons. */
    private static final Pattern VERSION_6 =
            Pattern.compile("(?=.*:)(?:[0-9A-Fa-f]{0,4}:)+(?:[0-9A-Fa-f]{0,4}|" + QUAD + ")");

    private IpAddresses() {}

    /**
     * Returns the address as RFC 5952 writes it. Null stays null (not given), and blank becomes empty (to be
     * cleared).
     */
    public static @Nullable String of(@Nullable String given) {
        if (given == null || Blanks.isBlank(given)) {
            return given == null ? null : "";
        }
        String text = Blanks.trim(given);
        if (VERSION_4.matcher(text).matches()) {
            return text;
        }
        if (VERSION_6.matcher(text).matches()) {
            try {
                InetAddress address = InetAddress.ofLiteral(text);
                // The JDK turns an IPv4-mapped address into the IPv4 address.
                return address instanceof Inet4Address
                        ? "::ffff:" + address.getHostAddress()
                        : NetUtil.toAddressString(address);
            } catch (IllegalArgumentException malformed) {
                // refused below
            }
        }
        throw Problem.input("ip_address", ErrorCode.FORMAT, "must be an IPv4 or IPv6 address, without a zone");
    }
}
