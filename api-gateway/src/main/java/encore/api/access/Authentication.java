package encore.api.access;

import encore.api.binding.RequestParameters;
import encore.api.keys.KnownKey;
import encore.api.problems.Problem;
import encore.api.server.GatewaySettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/** Finds the key, console session or operator token behind a call, and checks that it suffices for the handler. */
@Component
class Authentication {

    private static final String BEARER = "Bearer ";
    private static final String OPERATOR = "operator";

    private final KeyAuthenticator keys;
    private final FailedLogins failed;
    private final ConsoleSessions console;
    private final Bans bans;
    private final GatewaySettings settings;

    Authentication(
            KeyAuthenticator keys, FailedLogins failed, ConsoleSessions console, Bans bans, GatewaySettings settings) {
        this.keys = keys;
        this.failed = failed;
        this.console = console;
        this.bans = bans;
        this.settings = settings;
    }

    /**
     * An authenticated call.
     *
     * @param session the console session that stood for the key; null when the call showed the key itself
     * @param isWhole whether nothing in the body can still lead to a refusal
     */
    record Entered(KnownKey key, ConsoleSessions.@Nullable Session session, boolean isWhole) {}

    /**
     * Authenticates a call by its headers and query alone, before its body is read. Returns null when the body is
     * needed to decide; throws a {@link Problem} when headers or query are already wrong.
     */
    @Nullable
    Entered before(Rule rule, ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        RequestParameters query = RequestParameters.ofQuery(request);
        boolean secret = one(request, query, "Api-Secret", "api_secret") != null;
        boolean whole = one(request, query, "Api-Key", "api_key") == null
                ? !secret && console.ofCall(request) != null
                : secret || rule.lock() == Lock.KEY;
        return whole ? enter(rule, exchange, query, true) : null;
    }

    /**
     * Authenticates a call; throws a {@link Problem} when its key is missing, wrong, or not enough for this handler.
     */
    Entered enter(Rule rule, ServerWebExchange exchange, RequestParameters given) {
        return enter(rule, exchange, given, false);
    }

    private Entered enter(Rule rule, ServerWebExchange exchange, RequestParameters given, boolean moreToCome) {
        ServerHttpRequest request = exchange.getRequest();
        Arrival arrival =
                new Arrival(address(request), () -> PageTabs.namedBy(exchange, given), moreToCome, rule.evenBanned());
        String apiKey = one(request, given, "Api-Key", "api_key");
        String secret = one(request, given, "Api-Secret", "api_secret");
        if (apiKey == null) {
            ConsoleSessions.Session session = secret == null ? console.ofCall(request) : null;
            if (session == null) {
                throw Problem.unauthorized("key-missing", "Send an api_key.");
            }
            bans.mustLetIn(session.key(), arrival);
            console.mustBeFresh(rule, session);
            return entered(KeyAuthenticator.mustHaveScope(session.key(), rule.scope()), session, arrival);
        }
        KnownKey key = KeyAuthenticator.mustHaveScope(keys.authenticate(arrival, apiKey, secret), rule.scope());
        KeyAuthenticator.mustHaveSecret(rule.lock() != Lock.SECRET || secret != null);
        if (rule.lock() == Lock.SESSION && secret == null) {
            throw noSession(given);
        }
        return entered(key, null, arrival);
    }

    private Entered entered(KnownKey key, ConsoleSessions.@Nullable Session session, Arrival arrival) {
        return new Entered(key, session, !bans.isUndecided(key, arrival));
    }

    /** Whether the parameters of a call name a key or a secret, even an empty one. */
    static boolean showsPair(RequestParameters given) {
        return !given.texts("api_key").isEmpty() || !given.texts("api_secret").isEmpty();
    }

    /** Whether a call shows a bearer token, right or wrong. Only the operator uses one. */
    static boolean isOperators(ServerHttpRequest request) {
        String given = request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        return given != null && given.startsWith(BEARER);
    }

    /** Checks the operator token; throws a {@link Problem} when it is missing or wrong. */
    void operator(ServerHttpRequest request) {
        String given = request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        String token = settings.operatorToken();
        InetAddress address = address(request);
        if (given == null || !given.startsWith(BEARER)) {
            throw operatorOnly(); // A call without a token is no guess, so it does not count as a failure.
        }
        failed.mustNotBeBarred(address, OPERATOR, true);
        boolean right = token != null
                && !token.isBlank()
                && MessageDigest.isEqual(bytes(token), bytes(given.substring(BEARER.length())));
        if (!right) {
            failed.wrong(address, OPERATOR);
            throw operatorOnly();
        }
        failed.right(address, OPERATOR, true);
    }

    private static Problem operatorOnly() {
        return Problem.forbidden(
                "operator-only", "Only the operator may do this: send the operator token as a bearer token.");
    }

    /**
     * Returns the refusal for a call that needs a session. Sessions do not exist yet, so every session_uid is unknown.
     */
    private static Problem noSession(RequestParameters given) {
        return given.texts("session_uid").isEmpty()
                ? Problem.unauthorized("session-missing", "Send a session_uid or the api_secret.")
                : Problem.unauthorized("session-unknown", "The session is unknown or has ended.");
    }

    /**
     * Returns the value of a credential that may be sent in a header, the query and the body; null when it is missing
     * or empty everywhere. Throws a {@link Problem} when two places hold different values.
     */
    private static @Nullable String one(
            ServerHttpRequest request, RequestParameters given, String header, String parameter) {
        String found = null;
        for (String text : request.getHeaders().getOrEmpty(header)) {
            found = agreed(found, text, parameter);
        }
        for (String text : given.texts(parameter)) {
            found = agreed(found, text, parameter);
        }
        return found;
    }

    private static @Nullable String agreed(@Nullable String found, String text, String parameter) {
        if (text.isEmpty() || text.equals(found)) {
            return found;
        }
        if (found != null) {
            throw Problem.unauthorized("credentials-disagree", "Two different values of " + parameter + " were sent.");
        }
        return text;
    }

    private static @Nullable InetAddress address(ServerHttpRequest request) {
        InetSocketAddress remote = request.getRemoteAddress();
        return remote == null ? null : remote.getAddress();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
