package encore.api.problems;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Gives every request an id, the client's own where it is a sane one, and every response the headers that guard it. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class RequestIds implements WebFilter {

    public static final String HEADER = "X-Request-Id";

    private static final String ATTRIBUTE = RequestIds.class.getName();

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        String id = of(exchange);
        HttpHeaders headers = exchange.getResponse().getHeaders();
        headers.set(HEADER, id);
        // Answers are of somebody, or hold secrets; the few that anybody may keep say so themselves.
        headers.set(HttpHeaders.CACHE_CONTROL, "no-store");
        headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        if ("https".equals(exchange.getRequest().getURI().getScheme())) {
            headers.set("Strict-Transport-Security", "max-age=31536000");
        }
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Referrer-Policy", "no-referrer");
        return chain.filter(exchange);
    }

    /** The id of a request, made when it has none yet. */
    public static String of(ServerWebExchange exchange) {
        String known = exchange.getAttribute(ATTRIBUTE);
        if (known != null) {
            return known;
        }
        String theirs = exchange.getRequest().getHeaders().getFirst(HEADER);
        String id = theirs != null && isSane(theirs) ? theirs : Ids.requestId();
        exchange.getAttributes().put(ATTRIBUTE, id);
        return id;
    }

    /** Tells whether an id is short and harmless, since it goes into logs and answers as it is. */
    private static boolean isSane(String id) {
        if (id.isEmpty() || id.length() > 64) {
            return false;
        }
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            boolean harmless = (c >= '0' && c <= '9')
                    || (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || c == '-'
                    || c == '_'
                    || c == '.';
            if (!harmless) {
                return false;
            }
        }
        return true;
    }
}
