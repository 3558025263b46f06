package encore.api.authentication;

import encore.api.access.ConsistencyHeaders;
import encore.api.keys.AccountState;
import encore.api.keys.ActiveKey;
import encore.api.keys.CallLimit;
import encore.api.keys.KeyRegistry;
import encore.api.problems.Problem;
import encore.infra.backend.Caller;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/** Authenticates long-lived connections by the same keys, origins and limits on failed attempts as calls. */
@Component
public final class ConnectionAuthenticator {

    private final KeyRegistry keyRegistry;
    private final KeyAuthenticator authenticator;
    private final ConsoleSessions consoleSessions;
    private final BanPolicy banPolicy;

    ConnectionAuthenticator(
            KeyRegistry keyRegistry,
            KeyAuthenticator authenticator,
            ConsoleSessions consoleSessions,
            BanPolicy banPolicy) {
        this.keyRegistry = keyRegistry;
        this.authenticator = authenticator;
        this.consoleSessions = consoleSessions;
        this.banPolicy = banPolicy;
    }

    /** Authenticates a connection by its key; throws a {@link Problem} when it may not connect. */
    public ConnectionIdentity authenticate(
            HttpHeaders headers, @Nullable InetSocketAddress remote, String apiKey, @Nullable String secret) {
        keyRegistry.mustBeReady();
        InetAddress address = remote == null ? null : remote.getAddress();
        ActiveKey key = authenticator.authenticate(AccessAttempt.ofConnection(address), apiKey, secret);
        mustHaveAllowedOrigin(headers, keyRegistry.account(key.account()), secret != null);
        return new ConnectionIdentity(apiKey, key.account(), key.actor(), secret != null, address, null, null);
    }

    /**
     * Authenticates a connection that a page of the console opened, by the console's session; throws a {@link Problem}
     * when there is no valid session.
     */
    public ConnectionIdentity authenticate(HttpHeaders headers, @Nullable InetSocketAddress remote) {
        keyRegistry.mustBeReady();
        String origin = headers.getOrigin();
        boolean ours = origin != null && isSameOrigin(origin, headers.getFirst(HttpHeaders.HOST));
        ConsoleSessions.Session session = ours ? consoleSessions.findForConnection(headers) : null;
        if (session == null) {
            throw Problem.unauthorized("key-missing", "Send an api_key.");
        }
        ActiveKey key = session.key();
        InetAddress address = remote == null ? null : remote.getAddress();
        banPolicy.mustNotBeBanned(key, AccessAttempt.ofConnection(address));
        return new ConnectionIdentity(
                key.apiKey(), key.account(), key.actor(), true, address, session.expiresAt(), session.name());
    }

    private static void mustHaveAllowedOrigin(HttpHeaders headers, AccountState accountState, boolean withSecret) {
        String origin = headers.getOrigin();
        if (origin == null) {
            return;
        }
        boolean listed =
                accountState.origins().isEmpty() || accountState.origins().contains(origin);
        if (withSecret ? !isSameOrigin(origin, headers.getFirst(HttpHeaders.HOST)) : !listed) {
            throw Problem.unauthorized("origin", "Pages of this origin may not connect.");
        }
    }

    /** Whether a page comes from the gateway's own origin. No other page may send a secret: secrets are for servers. */
    private static boolean isSameOrigin(String origin, @Nullable String host) {
        try {
            return host != null && host.equals(URI.create(origin).getAuthority());
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /** Whether the connection's key and session are still valid; checked regularly while the connection is open. */
    public boolean isStillAllowed(ConnectionIdentity connectionIdentity) {
        if (connectionIdentity.sessionExpiry() != null
                && consoleSessions.hasExpired(connectionIdentity.sessionExpiry())) {
            return false;
        }
        ActiveKey key = keyRegistry.find(connectionIdentity.apiKey());
        return key == null
                ? !keyRegistry.isReady()
                : connectionIdentity.sessionName() == null || !key.isSessionEnded(connectionIdentity.sessionName());
    }

    /** Whether the account has banned the client's address, in general or for one of the campaigns that it follows. */
    public boolean isBanned(ConnectionIdentity connectionIdentity, Set<Long> pageTabs) {
        return banPolicy.isBanned(connectionIdentity.account(), connectionIdentity.address(), Set::of)
                || !pageTabs.isEmpty()
                        && banPolicy.isBanned(
                                connectionIdentity.account(), connectionIdentity.address(), () -> pageTabs);
    }

    /** Throws a {@link Problem} when the client's address is banned from one of the campaigns. */
    public void mustNotBeBanned(ConnectionIdentity connectionIdentity, Set<Long> pageTabs) {
        if (banPolicy.isBanned(connectionIdentity.account(), connectionIdentity.address(), () -> pageTabs)) {
            throw Problem.banned();
        }
    }

    /**
     * Returns the client as a caller of queries. As in a call, it sees the account's own writes through this gateway.
     */
    public Caller caller(ConnectionIdentity connectionIdentity) {
        long own = keyRegistry.account(connectionIdentity.account()).position();
        return new Caller(
                connectionIdentity.account(), connectionIdentity.actor(), ConsistencyHeaders.readContext(own));
    }

    /**
     * Throws a {@link Problem} when the key lacks the scope, or when the client did not show a secret that is needed.
     */
    public void mustBeAllowed(ConnectionIdentity connectionIdentity, String scope, boolean secretNeeded) {
        keyRegistry.mustBeReady();
        KeyAuthenticator.mustHaveScope(keyRegistry.find(connectionIdentity.apiKey()), scope);
        KeyAuthenticator.mustHaveSecret(!secretNeeded || connectionIdentity.withSecret());
    }

    /** Counts one call of the client's account; throws a {@link Problem} when the account exceeds its limit. */
    public void mustBeWithinLimit(ConnectionIdentity connectionIdentity) {
        CallLimit limit = keyRegistry.account(connectionIdentity.account()).limit();
        if (!limit.tryCall()) {
            throw limit.exceededProblem();
        }
    }

    /**
     * An authenticated client of a connection.
     *
     * @param address null when it is not known
     * @param sessionExpiry when the console session ends; null when the client showed a key
     * @param sessionName the name of the console session; null when the client showed a key
     */
    public record ConnectionIdentity(
            String apiKey,
            long account,
            String actor,
            boolean withSecret,
            @Nullable InetAddress address,
            @Nullable Instant sessionExpiry,
            @Nullable String sessionName) {}
}
