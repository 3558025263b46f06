package encore.api.authentication;

import encore.api.access.AccessRule;
import encore.api.access.Lock;
import encore.api.binding.RequestParameters;
import encore.api.keys.ActiveKey;
import encore.api.keys.KnownSession;
import encore.api.keys.KnownSessions;
import encore.api.keys.Principal;
import encore.api.problems.Problem;
import encore.api.server.GatewaySettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Finds the key, console session or operator token of a call, and checks that it suffices for the handler. */
@Component
public class Authentication {

    private static final String BEARER = "Bearer ";
    private static final String OPERATOR = "operator";
    private static final String SESSION_PARAMETER = "session_uid";

    private final KeyAuthenticator keys;
    private final FailedLogins failedLogins;
    private final ConsoleSessions consoleSessions;
    private final BanPolicy banPolicy;
    private final KnownSessions knownSessions;
    private final GatewaySettings settings;

    Authentication(
            KeyAuthenticator keys,
            FailedLogins failedLogins,
            ConsoleSessions consoleSessions,
            BanPolicy banPolicy,
            KnownSessions knownSessions,
            GatewaySettings settings) {
        this.keys = keys;
        this.failedLogins = failedLogins;
        this.consoleSessions = consoleSessions;
        this.banPolicy = banPolicy;
        this.knownSessions = knownSessions;
        this.settings = settings;
    }

    /**
     * An authenticated call.
     *
     * @param session the console session that stood for the key or the person; null when the call showed the key itself
     * @param withSecret whether the call brought the right secret, or stands for its owner by a console session. Where no
     *     right is checked, a person counts as a caller without a secret, and so does a pair that is bounded by a role
     * @param seesContacts whether the call may know how fans are reached. The public half of a pair alone shows what it shows
     *     to everybody
     * @param isConclusive whether nothing in the body can still lead to a refusal
     */
    public record AuthenticatedCall(
            Principal principal,
            ConsoleSessions.@Nullable Session session,
            boolean withSecret,
            boolean seesContacts,
            boolean isConclusive) {

        /** Returns the name under which the log records the call. */
        public String actor() {
            return session == null ? principal.actor() : session.actor();
        }
    }

    /**
     * Authenticates a call by its headers and query alone, before its body is read. Returns null when the body is
     * needed to decide; throws a {@link Problem} when headers or query are already wrong.
     */
    public @Nullable AuthenticatedCall authenticateByHeaders(AccessRule accessRule, ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        RequestParameters query = RequestParameters.ofQuery(request);
        boolean secret = singleValue(request, query, "Api-Secret", "api_secret") != null;
        boolean whole = singleValue(request, query, "Api-Key", "api_key") == null
                ? !secret && consoleSessions.findForCall(request) != null
                : secret || accessRule.lock() == Lock.KEY;
        return whole ? authenticate(accessRule, exchange, query, true) : null;
    }

    /**
     * Authenticates a call; throws a {@link Problem} when its key is missing, wrong, or not enough for this handler.
     */
    public AuthenticatedCall authenticate(
            AccessRule accessRule, ServerWebExchange exchange, RequestParameters parameters) {
        return authenticate(accessRule, exchange, parameters, false);
    }

    private AuthenticatedCall authenticate(
            AccessRule accessRule, ServerWebExchange exchange, RequestParameters parameters, boolean moreToCome) {
        ServerHttpRequest request = exchange.getRequest();
        AccessAttempt accessAttempt = new AccessAttempt(
                address(request), () -> PageTabIds.of(exchange, parameters), moreToCome, accessRule.evenBanned());
        String apiKey = singleValue(request, parameters, "Api-Key", "api_key");
        String secret = singleValue(request, parameters, "Api-Secret", "api_secret");
        if (apiKey == null) {
            ConsoleSessions.Session session = secret == null ? consoleSessions.findForCall(request) : null;
            if (session == null) {
                throw Problem.unauthorized("key-missing", "Send an api_key.");
            }
            banPolicy.mustNotBeBanned(session.principal(), accessAttempt);
            consoleSessions.mustBeAllowed(session.principal());
            KeyAuthenticator.mustHaveScope(session.principal(), accessRule.scope());
            session.principal().mustHave(accessRule.right());
            consoleSessions.mustBeFresh(accessRule, session);
            return authenticatedCall(accessRule, session.principal(), session, true, accessAttempt);
        }
        ActiveKey key =
                KeyAuthenticator.mustHaveScope(keys.authenticate(accessAttempt, apiKey, secret), accessRule.scope());
        KeyAuthenticator.mustHaveSecret(accessRule.lock() != Lock.SECRET || secret != null);
        key.mustHave(accessRule.right());
        return authenticatedCall(accessRule, key, null, secret != null, accessAttempt);
    }

    private AuthenticatedCall authenticatedCall(
            AccessRule accessRule,
            Principal principal,
            ConsoleSessions.@Nullable Session session,
            boolean secretShown,
            AccessAttempt accessAttempt) {
        boolean withSecret = secretShown && (accessRule.lock() == Lock.SECRET || principal.role() == null);
        return new AuthenticatedCall(
                principal,
                session,
                withSecret,
                !secretShown || principal.seesContacts(),
                !banPolicy.dependsOnBody(principal, accessAttempt));
    }

    /** Whether a call to such a handler may need a session of a fan or guest. */
    public static boolean asksForSession(AccessRule accessRule) {
        return accessRule.ofSession() || accessRule.lock() == Lock.SESSION;
    }

    /**
     * Finds the session that the path names, or the one that the call shows. It is empty when the call shows none and
     * its secret stands in. The Mono fails with a {@link Problem} (401) for a session that is missing or not live. That
     * is no failed login: sessions end, and clients notice by this answer.
     */
    public Mono<KnownSession> findSession(
            AccessRule accessRule,
            ServerWebExchange exchange,
            RequestParameters parameters,
            AuthenticatedCall authenticated) {
        long account = authenticated.principal().account();
        if (accessRule.ofSession()) {
            Map<String, String> path =
                    exchange.getAttributeOrDefault(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, Map.of());
            return knownSessions.find(account, path.getOrDefault(SESSION_PARAMETER, ""));
        }
        String shown =
                singleValue(exchange.getRequest(), parameters, RequestParameters.SESSION_HEADER, SESSION_PARAMETER);
        if (shown != null) {
            return knownSessions.find(account, shown);
        }
        return authenticated.withSecret() ? Mono.empty() : Mono.error(sessionMissing());
    }

    /** Whether the headers or the query of a call show a key or a secret, or it comes from a console session. */
    public boolean showsKey(ServerHttpRequest request) {
        RequestParameters query = RequestParameters.ofQuery(request);
        return singleValue(request, query, "Api-Key", "api_key") != null
                || singleValue(request, query, "Api-Secret", "api_secret") != null
                || consoleSessions.findForCall(request) != null;
    }

    /** Returns the key that a call shows in its headers, its query or the part of its body that was read; null for none. */
    public static @Nullable String shownKey(ServerWebExchange exchange) {
        RequestParameters read = RequestParameters.known(exchange);
        RequestParameters parameters = read == null ? RequestParameters.ofQuery(exchange.getRequest()) : read;
        String header = exchange.getRequest().getHeaders().getFirst("Api-Key");
        return Stream.concat(Stream.ofNullable(header), parameters.texts("api_key").stream())
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse(null);
    }

    /** Throws a {@link Problem} (401) unless the headers or the query of a call show a session, right or wrong. */
    public void mustShowSession(ServerHttpRequest request) {
        RequestParameters query = RequestParameters.ofQuery(request);
        if (singleValue(request, query, RequestParameters.SESSION_HEADER, SESSION_PARAMETER) == null) {
            throw sessionMissing();
        }
    }

    private static Problem sessionMissing() {
        return Problem.unauthorized("session-missing", "Send a session_uid or the api_secret.");
    }

    /** Throws a {@link Problem} (403) when the session's fan is banned from the show of a campaign that the call names. */
    public void mustNotBeShutOut(KnownSession session, ServerWebExchange exchange, RequestParameters parameters) {
        banPolicy.mustNotBeShutOut(session, () -> PageTabIds.of(exchange, parameters));
    }

    /** Whether the parameters of a call name a key or a secret, even an empty one. */
    public static boolean namesKeyOrSecret(RequestParameters parameters) {
        return !parameters.texts("api_key").isEmpty()
                || !parameters.texts("api_secret").isEmpty();
    }

    /** Whether a call shows a bearer token, right or wrong. Only the operator uses one. */
    public static boolean hasBearerToken(ServerHttpRequest request) {
        String given = request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        return given != null && isBearer(given);
    }

    /** Whether a header has the scheme of a bearer token. The case of a scheme does not count (RFC 9110, 11.1). */
    private static boolean isBearer(String given) {
        return given.regionMatches(true, 0, BEARER, 0, BEARER.length());
    }

    /** Checks the operator token; throws a {@link Problem} when it is missing or wrong. */
    public void authenticateOperator(ServerHttpRequest request) {
        String given = request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        String token = settings.operatorToken();
        InetAddress address = address(request);
        if (given == null || !isBearer(given)) {
            throw operatorOnly(); // A call without a token is no guess, so it does not count as a failure.
        }
        failedLogins.mustNotBeBarred(address, OPERATOR, true);
        boolean right = token != null
                && !token.isBlank()
                && MessageDigest.isEqual(bytes(token), bytes(given.substring(BEARER.length())));
        if (!right) {
            failedLogins.recordWrongSecret(address, OPERATOR);
            throw operatorOnly();
        }
        failedLogins.succeeded(address, OPERATOR, true);
    }

    private static Problem operatorOnly() {
        return Problem.forbidden(
                "operator-only", "Only the operator may do this: send the operator token as a bearer token.");
    }

    /**
     * Returns the value of a credential that may be sent in a header, the query and the body; null when it is missing
     * or empty everywhere. Throws a {@link Problem} when two places hold different values.
     */
    private static @Nullable String singleValue(
            ServerHttpRequest request, RequestParameters parameters, String header, String parameter) {
        String found = null;
        for (String text : request.getHeaders().getOrEmpty(header)) {
            found = requireSameValue(found, text, parameter);
        }
        for (String text : parameters.texts(parameter)) {
            found = requireSameValue(found, text, parameter);
        }
        return found;
    }

    private static @Nullable String requireSameValue(@Nullable String found, String text, String parameter) {
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
