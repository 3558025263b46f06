package encore.api.netty;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the header Host of the requests of one connection. */
final class HostHeader {

    /** A name or address, and a port of at most five digits (RFC 3986, 3.2.2, without escapes). */
    private static final Pattern HOST =
            Pattern.compile("(?:\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._~!$&'()*+,;=-]*)(?::(\\d{1,5})?)?");

    private static final int HIGHEST_PORT = 65_535;

    /** The last valid value. Nearly all requests of a connection have the same one. */
    private @Nullable String validHost;

    /** Whether a request has one valid Host, or is of a version of HTTP that needs none. */
    boolean isValid(HttpRequest request) {
        List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
        if (hosts.size() != 1) {
            return hosts.isEmpty() && request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0;
        }
        String host = hosts.getFirst();
        if (!host.equals(validHost)) {
            validHost = isValid(host) ? host : null;
        }
        return validHost != null;
    }

    private static boolean isValid(String host) {
        Matcher parts = HOST.matcher(host);
        return parts.matches() && (parts.group(1) == null || Integer.parseInt(parts.group(1)) <= HIGHEST_PORT);
    }
}
