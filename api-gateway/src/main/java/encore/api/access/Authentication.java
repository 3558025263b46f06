package encore.api.access;

import encore.api.input.RequestParameters;
import encore.api.keys.KnownKey;
import encore.api.problems.Problem;
import encore.api.server.GatewaySettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/** Finds out whose call it is, and whether that is enough for the handler. */
@Component
class Authentication {

    private static final String BEARER = "Bearer ";

    private final KeyAuthenticator keys;
    private final FailedLogins failed;
    private final ConsoleSessions console;
    private final GatewaySettings settings;

    Authentication(KeyAuthenticator keys, FailedLogins failed, ConsoleSessions console, GatewaySettings settings) {
        this.keys = keys;
        this.failed = failed;
        this.console = console;
        this.settings = settings;
    }

    /**
     * Names what let a call in.
     *
     * @param session the console's, when that stood for the key; null when the key was shown itself
     */
    record Entered(KnownKey key, ConsoleSessions.@Nullable Session session) {}

    /** The key behind a call; a {@link Problem} when it is missing, wrong, or not good for this handler. */
    Entered enter(Rule rule, ServerHttpRequest request, RequestParameters given) {
        InetAddress address = address(request);
        String apiKey = one(request, given, "Api-Key", "api_key");
        String secret = one(request, given, "Api-Secret", "api_secret");
        if (apiKey == null) {
            ConsoleSessions.Session session = secret == null ? console.ofCall(request) : null;
            if (session == null) {
                throw Problem.unauthorized("key-missing", "An api_key is needed.");
            }
            console.mustBeFresh(rule, session);
            return new Entered(KeyAuthenticator.mustHaveScope(session.key(), rule.scope()), session);
        }
        KnownKey key = KeyAuthenticator.mustHaveScope(keys.authenticate(address, apiKey, secret), rule.scope());
        KeyAuthenticator.mustHaveSecret(rule.lock() != Lock.SECRET || secret != null);
        if (rule.lock() == Lock.SESSION && secret == null) {
            throw noSession(given);
        }
        return new Entered(key, null);
    }

    /** Whether a call shows a token as the operator does, right or wrong. */
    static boolean isOperators(ServerHttpRequest request) {
        String given = request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        return given != null && given.startsWith(BEARER);
    }

    /** The operator, and nobody else. */
    void operator(ServerHttpRequest request) {
        String given = request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        String token = settings.operatorToken();
        InetAddress address = address(request);
        boolean right = token != null
                && !token.isBlank()
                && given != null
                && given.startsWith(BEARER)
                && MessageDigest.isEqual(bytes(token), bytes(given.substring(BEARER.length())));
        if (!right) {
            keys.mustNotBeBarred(address);
            failed.count(address);
            throw Problem.forbidden("operator-only", "Only the operator may do this.");
        }
    }

    /** No session is live before sessions exist, so whichever was sent is unknown. */
    private static Problem noSession(RequestParameters given) {
        return given.texts("session_uid").isEmpty()
                ? Problem.unauthorized("session-missing", "A session_uid or the api_secret is needed here.")
                : Problem.unauthorized("session-unknown", "The session is unknown or over.");
    }

    /** Finds the value that all places which hold it agree on; null when none holds it. */
    private static @Nullable String one(
            ServerHttpRequest request, RequestParameters given, String header, String parameter) {
        Set<String> texts = given.texts(parameter);
        String only = request.getHeaders().getFirst(header);
        if (only != null) {
            if (!texts.isEmpty()) {
                texts = new LinkedHashSet<>(texts);
                texts.add(only);
            }
        } else if (!texts.isEmpty()) {
            only = texts.iterator().next();
        }
        if (texts.size() > 1) {
            throw Problem.unauthorized("credentials-disagree", "Two different values of " + parameter + " were sent.");
        }
        return only == null || only.isEmpty() ? null : only;
    }

    private static @Nullable InetAddress address(ServerHttpRequest request) {
        InetSocketAddress remote = request.getRemoteAddress();
        return remote == null ? null : remote.getAddress();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
