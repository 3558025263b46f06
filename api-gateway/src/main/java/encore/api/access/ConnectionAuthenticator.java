package encore.api.access;

import encore.api.keys.CallLimit;
import encore.api.keys.Keys;
import encore.api.keys.KnownAccount;
import encore.api.keys.KnownKey;
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

    private final Keys keys;
    private final KeyAuthenticator authenticator;
    private final ConsoleSessions console;
    private final Bans bans;

    ConnectionAuthenticator(Keys keys, KeyAuthenticator authenticator, ConsoleSessions console, Bans bans) {
        this.keys = keys;
        this.authenticator = authenticator;
        this.console = console;
        this.bans = bans;
    }

    /** Authenticates a connection by its key; throws a {@link Problem} when it may not connect. */
    public Visitor enter(
            HttpHeaders headers, @Nullable InetSocketAddress remote, String apiKey, @Nullable String secret) {
        keys.mustBeReady();
        InetAddress address = remote == null ? null : remote.getAddress();
        KnownKey key = authenticator.authenticate(Arrival.ofConnection(address), apiKey, secret);
        mustComeFromAllowed(headers, keys.account(key.account()), secret != null);
        return new Visitor(apiKey, key.account(), key.actor(), secret != null, address, null, null);
    }

    /**
     * Authenticates a connection that a page of the console opened, by the console's session; throws a {@link Problem}
     * when there is no valid session.
     */
    public Visitor enter(HttpHeaders headers, @Nullable InetSocketAddress remote) {
        keys.mustBeReady();
        String origin = headers.getOrigin();
        boolean ours = origin != null && isOurs(origin, headers.getFirst(HttpHeaders.HOST));
        ConsoleSessions.Session session = ours ? console.ofConnection(headers) : null;
        if (session == null) {
            throw Problem.unauthorized("key-missing", "Send an api_key.");
        }
        KnownKey key = session.key();
        InetAddress address = remote == null ? null : remote.getAddress();
        bans.mustLetIn(key, Arrival.ofConnection(address));
        return new Visitor(key.apiKey(), key.account(), key.actor(), true, address, session.until(), session.name());
    }

    private static void mustComeFromAllowed(HttpHeaders headers, KnownAccount account, boolean withSecret) {
        String origin = headers.getOrigin();
        if (origin == null) {
            return;
        }
        boolean listed = account.origins().isEmpty() || account.origins().contains(origin);
        if (withSecret ? !isOurs(origin, headers.getFirst(HttpHeaders.HOST)) : !listed) {
            throw Problem.unauthorized("origin", "Pages of this origin may not connect.");
        }
    }

    /** Whether a page comes from the gateway's own origin. No other page may send a secret: secrets are for servers. */
    private static boolean isOurs(String origin, @Nullable String host) {
        try {
            return host != null && host.equals(URI.create(origin).getAuthority());
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /** Whether the connection's key and session are still valid; checked regularly while the connection is open. */
    public boolean isLetIn(Visitor visitor) {
        if (visitor.until() != null && console.isOver(visitor.until())) {
            return false;
        }
        KnownKey key = keys.find(visitor.apiKey());
        return key == null ? !keys.isReady() : visitor.session() == null || !key.hasEnded(visitor.session());
    }

    /** Whether the account has banned the client's address, in general or for one of the campaigns that it follows. */
    public boolean isBanned(Visitor visitor, Set<Long> pageTabs) {
        return bans.ban(visitor.account(), visitor.address(), Set::of)
                || !pageTabs.isEmpty() && bans.ban(visitor.account(), visitor.address(), () -> pageTabs);
    }

    /** Throws a {@link Problem} when the client's address is banned from one of the campaigns. */
    public void mustNotBeBanned(Visitor visitor, Set<Long> pageTabs) {
        if (bans.ban(visitor.account(), visitor.address(), () -> pageTabs)) {
            throw Problem.banned();
        }
    }

    /**
     * Returns the client as a caller of queries. As in a call, it sees the account's own writes through this gateway.
     */
    public Caller caller(Visitor visitor) {
        long own = keys.account(visitor.account()).position();
        return new Caller(visitor.account(), visitor.actor(), ConsistencyHeaders.reading(own));
    }

    /**
     * Throws a {@link Problem} when the key lacks the scope, or when the client did not show a secret that is needed.
     */
    public void mustBeAllowed(Visitor visitor, String scope, boolean secretNeeded) {
        keys.mustBeReady();
        KeyAuthenticator.mustHaveScope(keys.find(visitor.apiKey()), scope);
        KeyAuthenticator.mustHaveSecret(!secretNeeded || visitor.withSecret());
    }

    /** Counts one call of the client's account; throws a {@link Problem} when the account exceeds its limit. */
    public void mustBeWithinLimit(Visitor visitor) {
        CallLimit limit = keys.account(visitor.account()).limit();
        if (!limit.admits()) {
            throw limit.exceeded();
        }
    }

    /**
     * An authenticated client of a connection.
     *
     * @param address null when it is not known
     * @param until when the console session ends; null when the client showed a key
     * @param session the name of the console session; null when the client showed a key
     */
    public record Visitor(
            String apiKey,
            long account,
            String actor,
            boolean withSecret,
            @Nullable InetAddress address,
            @Nullable Instant until,
            @Nullable String session) {}
}
