package encore.api.problems;

import java.util.regex.Pattern;
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

    /** Short and harmless: it goes into logs and answers as it is. */
    private static final Pattern SANE = Pattern.compile("[0-9A-Za-z_.-]{1,64}");

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
        String id = theirs != null && SANE.matcher(theirs).matches() ? theirs : Ids.requestId();
        exchange.getAttributes().put(ATTRIBUTE, id);
        return id;
    }
}
