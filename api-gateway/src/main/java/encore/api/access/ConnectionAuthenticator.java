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

/** Lets in connections that stay: the same keys, origins and limits on failure as for calls. */
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

    /** Tells whose connection it is; throws a {@link Problem} when it is nobody's. */
    public Visitor enter(
            HttpHeaders headers, @Nullable InetSocketAddress remote, String apiKey, @Nullable String secret) {
        keys.mustBeReady();
        InetAddress address = remote == null ? null : remote.getAddress();
        KnownKey key = authenticator.authenticate(Arrival.ofConnection(address), apiKey, secret);
        mustComeFromAllowed(headers, keys.account(key.account()), secret != null);
        return new Visitor(apiKey, key.account(), key.actor(), secret != null, address, null, null);
    }

    /**
     * Tells whose console it is that opened the connection from a page of our own; throws a {@link Problem} when it is
     * nobody's.
     */
    public Visitor enter(HttpHeaders headers, @Nullable InetSocketAddress remote) {
        keys.mustBeReady();
        String origin = headers.getOrigin();
        boolean ours = origin != null && isOurs(origin, headers.getFirst(HttpHeaders.HOST));
        ConsoleSessions.Session session = ours ? console.ofConnection(headers) : null;
        if (session == null) {
            throw Problem.unauthorized("key-missing", "An api_key is needed.");
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
            throw Problem.unauthorized("origin", "Pages of this origin are not let in.");
        }
    }

    /** A secret is for servers, and for pages of our own. */
    private static boolean isOurs(String origin, @Nullable String host) {
        try {
            return host != null && host.equals(URI.create(origin).getAuthority());
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /** Whether the key is still good for that; asked again and again while the connection stays. */
    public boolean isLetIn(Visitor visitor) {
        if (visitor.until() != null && console.isOver(visitor.until())) {
            return false;
        }
        KnownKey key = keys.find(visitor.apiKey());
        return key == null ? !keys.isReady() : visitor.session() == null || !key.hasEnded(visitor.session());
    }

    /** Whether the visitor's account has banned where he is, or keeps him from one of the campaigns that he follows. */
    public boolean isBanned(Visitor visitor, Set<Long> pageTabs) {
        return bans.ban(visitor.account(), visitor.address(), Set::of)
                || !pageTabs.isEmpty() && bans.ban(visitor.account(), visitor.address(), () -> pageTabs);
    }

    /** A {@link Problem} when he is kept from a campaign. */
    public void mustNotBeBanned(Visitor visitor, Set<Long> pageTabs) {
        if (bans.ban(visitor.account(), visitor.address(), () -> pageTabs)) {
            throw Problem.banned();
        }
    }

    /** The visitor as one who asks; what the account has written through this gateway is seen, as by a call. */
    public Caller caller(Visitor visitor) {
        long own = keys.account(visitor.account()).position();
        return new Caller(visitor.account(), visitor.actor(), ConsistencyHeaders.reading(own));
    }

    /** A {@link Problem} when the visitor may not have what a scope, and maybe the secret, is needed for. */
    public void mustBeAllowed(Visitor visitor, String scope, boolean secretNeeded) {
        keys.mustBeReady();
        KeyAuthenticator.mustHaveScope(keys.find(visitor.apiKey()), scope);
        KeyAuthenticator.mustHaveSecret(!secretNeeded || visitor.withSecret());
    }

    /** Counts as a call of the visitor's account; a {@link Problem} when it has made too many. */
    public void mustBeWithinLimit(Visitor visitor) {
        CallLimit limit = keys.account(visitor.account()).limit();
        if (!limit.admits()) {
            throw limit.exceeded();
        }
    }

    /**
     * Names who is connected.
     *
     * @param address where from, or null when it is not known
     * @param until when the console's session ends by which it came, or null: by a key
     * @param session the name of that session, or null
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
