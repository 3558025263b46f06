package encore.api.server;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.netty.http.server.ConnectionInfo;

/**
 * Finds the address that a call came from: the other end of the connection or, when that is a trusted proxy, the
 * address in the proxies' headers. Read from the right, the first address that is no trusted proxy is the caller's. The
 * caller may have forged all addresses to the left of it.
 */
@Component
public class TrustedProxies {

    private static final Pattern FOR = Pattern.compile("(?i)(?:^|;)\\s*for\\s*=\\s*\"?([^\";]*)\"?\\s*(?:;|$)");
    private static final Pattern PROTO = Pattern.compile("(?i)(?:^|;)\\s*proto\\s*=\\s*\"?https\"?\\s*(?:;|$)");
    private static final Pattern WITH_PORT = Pattern.compile("\\[([^]]+)](?::\\d+)?|([^:]+):\\d+");
    private static final Pattern HOST = Pattern.compile("(?i)(?:^|;)\\s*host\\s*=\\s*\"?([^\";]*)\"?\\s*(?:;|$)");
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9.-]{1,253})(?::\\d{1,5})?");
    private static final String HTTPS = "https";

    private final NetworkList networks;

    TrustedProxies(GatewaySettings settings) {
        networks = NetworkList.of(settings.trustedProxies(), "ENCORE_TRUSTED_PROXIES");
    }

    /** Whether the other end of a connection is a trusted proxy. */
    public boolean isTrusted(@Nullable SocketAddress peer) {
        return networks.contains(peer);
    }

    private boolean isTrusted(InetAddress address) {
        return networks.contains(address);
    }

    /**
     * Sets the caller's address of a call, the host that it asked for, and whether the call was encrypted on its way to the
     * proxy.
     */
    public ConnectionInfo resolveCaller(ConnectionInfo connection, HttpRequest request) {
        InetSocketAddress peer = connection.getRemoteAddress();
        if (peer == null || !isTrusted(peer)) {
            return connection;
        }
        HttpHeaders headers = request.headers();
        List<String> forwarded = elements(headers.getAll("Forwarded"));
        List<String> addresses = elements(headers.getAll("X-Forwarded-For"));
        InetAddress caller = caller(
                peer.getAddress(),
                forwarded.stream().map(TrustedProxies::forwardedFor).toList());
        InetAddress other = caller(peer.getAddress(), addresses);
        // A proxy writes one of the two headers and passes the other on unchanged; the caller may have forged that one.
        InetAddress agreed = forwarded.isEmpty() ? other : addresses.isEmpty() || caller.equals(other) ? caller : null;
        boolean encrypted = forwarded.isEmpty()
                ? HTTPS.equals(
                        last(elements(headers.getAll("X-Forwarded-Proto"))).toLowerCase(Locale.ROOT))
                : PROTO.matcher(last(forwarded)).find();
        ConnectionInfo read = agreed == null || agreed.equals(peer.getAddress())
                ? connection
                : connection.withRemoteAddress(new InetSocketAddress(agreed, 0));
        ConnectionInfo named = withHost(read, forwarded, elements(headers.getAll("X-Forwarded-Host")));
        return encrypted ? named.withScheme(HTTPS) : named;
    }

    /** Sets the host that the caller asked the proxy for: short links answer on their own domain alone. */
    private static ConnectionInfo withHost(ConnectionInfo connection, List<String> forwarded, List<String> hosts) {
        Matcher element = HOST.matcher(last(forwarded));
        Matcher host = NAME.matcher(element.find() ? element.group(1) : last(hosts));
        InetSocketAddress own = connection.getHostAddress();
        return own != null && host.matches()
                ? connection.withHostAddress(own, host.group(1), connection.getHostPort())
                : connection;
    }

    /** Returns the rightmost address that is no trusted proxy. A malformed address ends the search. */
    private InetAddress caller(InetAddress peer, List<String> hops) {
        InetAddress caller = peer;
        for (String hop : hops.reversed()) {
            InetAddress before = isTrusted(caller) ? address(hop) : null;
            if (before == null) {
                break;
            }
            caller = before;
        }
        return caller;
    }

    private static @Nullable InetAddress address(String hop) {
        Matcher withPort = WITH_PORT.matcher(hop);
        String alone = withPort.matches() ? Objects.requireNonNullElse(withPort.group(1), withPort.group(2)) : hop;
        return NetUtil.createInetAddressFromIpAddressString(alone);
    }

    private static String forwardedFor(String element) {
        Matcher hop = FOR.matcher(element);
        return hop.find() ? hop.group(1) : "";
    }

    private static List<String> elements(List<String> lines) {
        return lines.stream()
                .flatMap(line -> Arrays.stream(line.split(",")))
                .map(String::strip)
                .toList();
    }

    private static String last(List<String> elements) {
        return elements.isEmpty() ? "" : elements.getLast();
    }
}
