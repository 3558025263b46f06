package encore.api.access;

import encore.api.binding.RequestParameters;
import encore.api.binding.UnknownParameters;
import encore.api.problems.CorrelationId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Lets pages of other origins call only the endpoints that need a key or a session, and without cookies. An account's
 * list of origins narrows that. Endpoints that need a secret are closed to all pages of other origins.
 */
@Component
public class Cors {

    private static final String ANY = "*";
    private static final String EXPOSED = String.join(
            ", ",
            CorrelationId.HEADER,
            ConsistencyHeaders.POSITION,
            ConsistencyHeaders.LAG,
            ConsistencyHeaders.REPLAYED,
            ConsistencyHeaders.ETAG,
            UnknownParameters.APPLIED,
            UnknownParameters.IGNORED,
            HttpHeaders.WWW_AUTHENTICATE,
            "RateLimit-Policy",
            "RateLimit",
            "X-RateLimit-Limit",
            "X-RateLimit-Remaining",
            "X-RateLimit-Reset",
            HttpHeaders.RETRY_AFTER);
    private static final String ALLOWED = String.join(
            ", ",
            HttpHeaders.CONTENT_TYPE,
            "Api-Key",
            RequestParameters.SESSION_HEADER,
            ConsistencyHeaders.IDEMPOTENCY_KEY,
            ConsistencyHeaders.MIN_POSITION,
            ConsistencyHeaders.IF_MATCH,
            UnknownParameters.PREFER,
            CorrelationId.HEADER);
    private static final String PREFLIGHT_SECONDS = "600";

    private final AccessRules accessRules;

    Cors(AccessRules accessRules) {
        this.accessRules = accessRules;
    }

    /** Answers preflights and other OPTIONS requests, and passes all other requests on. */
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (request.getMethod() != HttpMethod.OPTIONS) {
            return chain.filter(exchange);
        }
        String method = request.getHeaders().getFirst(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
        if (method == null || request.getHeaders().getOrigin() == null) {
            Set<String> methods = accessRules.methods(request.getPath().pathWithinApplication());
            return methods.isEmpty() ? chain.filter(exchange) : answerOptions(exchange.getResponse(), methods);
        }
        boolean allowed = accessRules
                .of(request.getPath().pathWithinApplication(), method)
                .filter(AccessRule::isForBrowsers)
                .isPresent();
        exchange.getResponse().setStatusCode(HttpStatus.NO_CONTENT);
        if (allowed) {
            // A preflight carries no key, so the account's list cannot narrow it. It narrows the answer to the call.
            HttpHeaders headers = exchange.getResponse().getHeaders();
            headers.setAccessControlAllowOrigin(ANY);
            headers.set(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, method);
            headers.set(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED);
            headers.set(HttpHeaders.ACCESS_CONTROL_MAX_AGE, PREFLIGHT_SECONDS);
        }
        return exchange.getResponse().setComplete();
    }

    /** Answers an OPTIONS request that is no preflight with the methods of its path. */
    private static Mono<Void> answerOptions(ServerHttpResponse response, Set<String> methods) {
        response.setStatusCode(HttpStatus.NO_CONTENT);
        response.getHeaders().set(HttpHeaders.ALLOW, String.join(", ", methods));
        return response.setComplete();
    }

    /** Allows a page to read this answer. Called a second time with the account's list when the account is known. */
    public static void writeHeaders(AccessRule accessRule, ServerWebExchange exchange, @Nullable List<String> origins) {
        if (accessRule.isForBrowsers()) {
            narrow(exchange, origins);
        }
    }

    /** Does the same for a handler that pages may call. */
    public static void narrow(ServerWebExchange exchange, @Nullable List<String> origins) {
        String origin = exchange.getRequest().getHeaders().getFirst(HttpHeaders.ORIGIN);
        if (origin == null) {
            return;
        }
        HttpHeaders headers = exchange.getResponse().getHeaders();
        headers.set(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        if (origins == null || origins.isEmpty()) {
            headers.setAccessControlAllowOrigin(ANY);
            return;
        }
        headers.set(HttpHeaders.VARY, HttpHeaders.ORIGIN);
        if (origins.contains(origin)) {
            headers.setAccessControlAllowOrigin(origin);
        } else {
            headers.remove(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN);
        }
    }
}
