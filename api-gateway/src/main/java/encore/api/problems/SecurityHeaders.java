package encore.api.problems;

import encore.api.wire.AnswerHeaders;
import io.netty.util.AsciiString;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/** Headers of every answer that forbid a browser to store, embed, run or guess the type of what it receives. */
public final class SecurityHeaders {

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

    private SecurityHeaders() {}

    /** Sets the headers on the answer. A handler may replace them later. */
    public static void set(ServerWebExchange exchange) {
        var headers = AnswerHeaders.of(exchange.getResponse())
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
}
