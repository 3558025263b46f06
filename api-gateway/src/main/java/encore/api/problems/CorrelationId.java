package encore.api.problems;

import encore.api.wire.AnswerHeaders;
import io.netty.util.AsciiString;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/** Gives every request an id (the client's own if it is valid) and every answer its security headers. */
public final class CorrelationId {

    public static final String HEADER = "X-Request-Id";

    private static final AsciiString NAME = AsciiString.cached(HEADER);
    private static final AsciiString CACHE_CONTROL = AsciiString.cached(HttpHeaders.CACHE_CONTROL);
    private static final AsciiString NO_STORE = AsciiString.cached("no-store");
    private static final AsciiString CONTENT_SECURITY_POLICY = AsciiString.cached("Content-Security-Policy");
    private static final AsciiString NOTHING_ELSE = AsciiString.cached("default-src 'none'; frame-ancestors 'none'");
    private static final AsciiString CONTENT_TYPE_OPTIONS = AsciiString.cached("X-Content-Type-Options");
    private static final AsciiString NO_SNIFFING = AsciiString.cached("nosniff");
    private static final AsciiString FRAME_OPTIONS = AsciiString.cached("X-Frame-Options");
    private static final AsciiString DENY = AsciiString.cached("DENY");
    private static final AsciiString REFERRER_POLICY = AsciiString.cached("Referrer-Policy");
    private static final AsciiString NO_REFERRER = AsciiString.cached("no-referrer");

    /** Ids of clients that are written into logs and answers as they are. */
    private static final Pattern SANE = Pattern.compile("[0-9A-Za-z_.-]{1,64}");

    private static final String ATTRIBUTE = CorrelationId.class.getName();

    private CorrelationId() {}

    /** Sets the id and the security headers on the answer. A handler may replace them later. */
    public static void addHeaders(ServerWebExchange exchange) {
        var headers = AnswerHeaders.of(exchange.getResponse())
                .set(NAME, of(exchange))
                // Answers have personal data or secrets. The few that may be cached set their own header.
                .set(CACHE_CONTROL, NO_STORE)
                .set(CONTENT_SECURITY_POLICY, NOTHING_ELSE)
                .set(CONTENT_TYPE_OPTIONS, NO_SNIFFING)
                .set(FRAME_OPTIONS, DENY)
                .set(REFERRER_POLICY, NO_REFERRER);
        if ("https".equals(exchange.getRequest().getURI().getScheme())) {
            headers.set("Strict-Transport-Security", "max-age=31536000");
        }
    }

    /** Returns the id of a request, and mints one if it has none. */
    public static String of(ServerWebExchange exchange) {
        String known = exchange.getAttribute(ATTRIBUTE);
        if (known != null) {
            return known;
        }
        String theirs = exchange.getRequest().getHeaders().getFirst(HEADER);
        String id = theirs != null && SANE.matcher(theirs).matches() ? theirs : Ids.requestId();
        exchange.getAttributes().put(ATTRIBUTE, id);
        return id;
    }
}
