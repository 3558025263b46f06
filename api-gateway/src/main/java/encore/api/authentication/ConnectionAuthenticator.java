package encore.api.authentication;

import encore.api.access.ConsistencyHeaders;
import encore.api.keys.AccountState;
import encore.api.keys.ActiveKey;
import encore.api.keys.ActivePerson;
import encore.api.keys.CallLimit;
import encore.api.keys.KeyRegistry;
import encore.api.keys.KnownSession;
import encore.api.keys.KnownSessions;
import encore.api.keys.Principal;
import encore.api.problems.Problem;
import encore.infra.backend.Caller;
import encore.kernel.people.PersonId;
import encore.kernel.people.Right;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Authenticates long-lived connections by the same keys, origins and limits on failed attempts as calls. Its callers wait
 * for {@link #whenReady} first.
 */
@Component
public final class ConnectionAuthenticator {

    /** The key of a client that showed a session alone. */
    private static final String NO_KEY = "";

    private final KeyRegistry keyRegistry;
    private final KeyAuthenticator authenticator;
    private final ConsoleSessions consoleSessions;
    private final KnownSessions knownSessions;
    private final BanPolicy banPolicy;

    ConnectionAuthenticator(
            KeyRegistry keyRegistry,
            KeyAuthenticator authenticator,
            ConsoleSessions consoleSessions,
            KnownSessions knownSessions,
            BanPolicy banPolicy) {
        this.keyRegistry = keyRegistry;
        this.authenticator = authenticator;
        this.consoleSessions = consoleSessions;
        this.knownSessions = knownSessions;
        this.banPolicy = banPolicy;
    }

    /**
     * Completes when this gateway may authenticate a client and grant what it asks for. Fails with a {@link Problem} after
     * two seconds.
     */
    public Mono<Void> whenReady() {
        return keyRegistry.whenReady();
    }

    /** Authenticates a connection by its key; throws a {@link Problem} when it may not connect. */
    public ConnectionIdentity authenticate(
            HttpHeaders headers, @Nullable InetSocketAddress remote, String apiKey, @Nullable String secret) {
        InetAddress address = remote == null ? null : remote.getAddress();
        ActiveKey key = authenticator.authenticate(AccessAttempt.ofConnection(address), apiKey, secret);
        mustHaveAllowedOrigin(headers, keyRegistry.account(key.account()), secret != null);
        return new ConnectionIdentity(
                apiKey,
                key.account(),
                key.actor(),
                secret != null,
                secret == null || key.seesContacts(),
                address,
                ConnectionSession.NONE);
    }

    /**
     * Authenticates a connection by its key and a session of a fan or guest. The Mono fails with a {@link Problem} when it
     * may not connect.
     */
    public Mono<ConnectionIdentity> authenticate(
            HttpHeaders headers,
            @Nullable InetSocketAddress remote,
            String apiKey,
            @Nullable String secret,
            String sessionUid) {
        ConnectionIdentity byKey = authenticate(headers, remote, apiKey, secret);
        return knownSessions
                .find(byKey.account(), sessionUid)
                .map(session -> new ConnectionIdentity(
                        apiKey,
                        byKey.account(),
                        session.actor(),
                        byKey.withSecret(),
                        byKey.seesContacts(),
                        byKey.address(),
                        ConnectionSession.of(session)));
    }

    /**
     * Authenticates a connection by the session of a fan or guest alone. The Mono fails with a {@link Problem} when it may
     * not connect.
     */
    public Mono<ConnectionIdentity> authenticateSession(
            HttpHeaders headers, @Nullable InetSocketAddress remote, long account, String sessionUid) {
        AccountState accountState = keyRegistry.findAccount(account);
        if (accountState == null) {
            return Mono.error(KnownSessions.unknown());
        }
        InetAddress address = remote == null ? null : remote.getAddress();
        if (banPolicy.isBanned(account, address, Set::of)) {
            return Mono.error(Problem.banned());
        }
        mustHaveAllowedOrigin(headers, accountState, false);
        return knownSessions
                .find(account, sessionUid)
                .map(session -> new ConnectionIdentity(
                        NO_KEY, account, session.actor(), false, true, address, ConnectionSession.of(session)));
    }

    /**
     * Authenticates a connection that a page of the console opened, by the console's session; throws a {@link Problem}
     * when there is no valid session.
     */
    public ConnectionIdentity authenticate(HttpHeaders headers, @Nullable InetSocketAddress remote) {
        String origin = headers.getOrigin();
        boolean ours = origin != null && isSameOrigin(origin, headers.getFirst(HttpHeaders.HOST));
        ConsoleSessions.Session session = ours ? consoleSessions.findForConnection(headers) : null;
        if (session == null) {
            throw Problem.unauthorized("key-missing", "Send an api_key.");
        }
        Principal principal = session.principal();
        InetAddress address = remote == null ? null : remote.getAddress();
        banPolicy.mustNotBeBanned(principal, AccessAttempt.ofConnection(address));
        consoleSessions.mustBeAllowed(principal);
        return new ConnectionIdentity(
                principal instanceof ActiveKey key ? key.apiKey() : NO_KEY,
                principal.account(),
                principal.actor(),
                true,
                principal.seesContacts(),
                address,
                ConnectionSession.ofConsole(session));
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

    /**
     * Whether the connection's key, person and session are still valid; checked regularly while the connection is open.
     *
     * @param rights the rights that its subscriptions need
     */
    public boolean isStillAllowed(ConnectionIdentity connectionIdentity, Set<Right> rights) {
        ConnectionSession session = connectionIdentity.session();
        if (session.expiry() != null && consoleSessions.hasExpired(session.expiry())) {
            return false;
        }
        if (connectionIdentity.apiKey().equals(NO_KEY) && session.person() == null) {
            return true;
        }
        Principal principal = find(connectionIdentity);
        return principal == null ? !keyRegistry.isReady() : rights.stream().allMatch(principal::has);
    }

    /**
     * Returns the key or the person of a connection as it is now; null when the key was revoked, when the person may not
     * sign in any more, when the console's session has ended, and for a client that showed a session alone.
     */
    public @Nullable Principal find(ConnectionIdentity connectionIdentity) {
        ConnectionSession session = connectionIdentity.session();
        ConsolePerson person = session.person();
        if (person != null) {
            ActivePerson active = keyRegistry.findPerson(person.id());
            return active != null && active.isLive(person.generation(), String.valueOf(session.name())) ? active : null;
        }
        ActiveKey key = keyRegistry.find(connectionIdentity.apiKey());
        return key == null || session.name() != null && hasEnded(session.name(), key) ? null : key;
    }

    private boolean hasEnded(String session, ActiveKey key) {
        return key.isSessionEnded(session) || !consoleSessions.isAllowed(key);
    }

    /**
     * Completes when the connection's session of a fan or guest is live, or has none; fails with a {@link Problem} (401)
     * when it has ended. It costs nothing while this gateway knows the session.
     */
    public Mono<Void> requireLiveSession(ConnectionIdentity connectionIdentity) {
        String ref = connectionIdentity.session().ref();
        return ref == null || knownSessions.isKnown(connectionIdentity.account(), ref)
                ? Mono.empty()
                : knownSessions.findAgain(connectionIdentity.account(), ref).then();
    }

    /** Whether the account has banned the client's address, in general or for one of the campaigns that it follows. */
    public boolean isBanned(ConnectionIdentity connectionIdentity, Set<Long> pageTabs) {
        return banPolicy.isBanned(connectionIdentity.account(), connectionIdentity.address(), Set::of)
                || !pageTabs.isEmpty()
                        && banPolicy.isBanned(
                                connectionIdentity.account(), connectionIdentity.address(), () -> pageTabs);
    }

    /** Throws a {@link Problem} when the client's address, or its fan, is banned from one of the campaigns. A mute is no such ban. */
    public void mustNotBeBanned(ConnectionIdentity connectionIdentity, Set<Long> pageTabs) {
        if (banPolicy.isBanned(connectionIdentity.account(), connectionIdentity.address(), () -> pageTabs)) {
            throw Problem.banned();
        }
        banPolicy.mustNotBeShutOut(
                connectionIdentity.account(), connectionIdentity.session().fanId(), () -> pageTabs);
    }

    /** Returns for how long this gateway has heard nothing of its query side; zero while it hears. */
    public Duration silence() {
        return keyRegistry.silence();
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
     * Throws a {@link Problem} when the key lacks the scope, when the client did not show a secret that is needed, and when
     * the role of a person lacks the right. A pair that is bounded by a role needs the right where it needs the secret.
     *
     * @param right null for what needs none
     */
    public void mustBeAllowed(
            ConnectionIdentity connectionIdentity, String scope, boolean secretNeeded, @Nullable Right right) {
        Principal principal = KeyAuthenticator.mustHaveScope(find(connectionIdentity), scope);
        KeyAuthenticator.mustHaveSecret(!secretNeeded || connectionIdentity.withSecret());
        if (secretNeeded || principal instanceof ActivePerson) {
            principal.mustHave(right);
        }
    }

    /**
     * Whether a client is shown what the account's own servers are shown: it showed the secret, or is a person, and no role
     * keeps it from that.
     *
     * @param right the right that a person needs for it
     */
    public boolean isShownAll(ConnectionIdentity connectionIdentity, Right right) {
        Principal principal = find(connectionIdentity);
        return connectionIdentity.withSecret() && principal != null && principal.has(right);
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
     * @param apiKey empty when it showed a session alone
     * @param seesContacts whether its frames tell how fans are reached
     * @param address null when it is not known
     * @param session the session that the client showed
     */
    public record ConnectionIdentity(
            String apiKey,
            long account,
            String actor,
            boolean withSecret,
            boolean seesContacts,
            @Nullable InetAddress address,
            ConnectionSession session) {}

    /**
     * The session that a client showed: one of the console, or one of a fan or guest.
     *
     * @param expiry when the console's session ends; null for any other
     * @param name the name of the console's session; null for any other
     * @param person the person of the console's session; null for a key's, and for any other
     * @param ref the session_ref of a fan or guest; null for none
     * @param fanId the fan; null for none, and for a guest
     */
    public record ConnectionSession(
            @Nullable Instant expiry,
            @Nullable String name,
            @Nullable ConsolePerson person,
            @Nullable String ref,
            @Nullable Long fanId) {

        private static final @Nullable String NO_TEXT = null;
        private static final @Nullable ConsolePerson NO_PERSON = null;
        private static final @Nullable Long NO_FAN = null;

        /** Nothing but a key was shown. */
        public static final ConnectionSession NONE = new ConnectionSession(null, NO_TEXT, NO_PERSON, NO_TEXT, NO_FAN);

        static ConnectionSession ofConsole(ConsoleSessions.Session session) {
            ConsolePerson person = session.principal() instanceof ActivePerson active
                    ? new ConsolePerson(active.id(), active.generation())
                    : NO_PERSON;
            return new ConnectionSession(session.expiresAt(), session.name(), person, NO_TEXT, NO_FAN);
        }

        static ConnectionSession of(KnownSession session) {
            return new ConnectionSession(null, NO_TEXT, NO_PERSON, session.ref(), session.fanId());
        }
    }

    /**
     * A person who opened a connection at the console.
     *
     * @param generation the generation of the session; a later one ends the connection
     */
    public record ConsolePerson(PersonId id, int generation) {}
}
