package encore.api.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.api.access.ResumePositions;
import encore.api.authentication.ConnectionAuthenticator;
import encore.api.authentication.ConnectionAuthenticator.ConnectionIdentity;
import encore.api.live.history.HistoryReads;
import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.people.Right;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Mono;

/** The session of one client over any transport: its identity and its subscriptions. */
public final class LiveSession {

    public static final int MAX_STREAMS = 100;

    private final ConnectionAuthenticator authenticator;
    private final LiveStreams streams;
    private final Backend backend;
    private final EventRelays eventRelays;
    private final LiveMeters meters;
    private final ResumePositions resumePositions;
    private final HistoryReads historyReads;

    @GuardedBy("this")
    private final Set<Subscription<?>> subscriptions = new HashSet<>();

    @GuardedBy("this")
    private boolean closed;

    /** The rights that its subscriptions needed, those that have ended too. */
    private final Set<Right> neededRights = ConcurrentHashMap.newKeySet();

    private volatile @Nullable ConnectionIdentity connectionIdentity;
    private volatile boolean sessionEnded;

    LiveSession(
            ConnectionAuthenticator authenticator,
            LiveStreams streams,
            Backend backend,
            EventRelays eventRelays,
            LiveMeters meters,
            ResumePositions resumePositions,
            HistoryReads historyReads) {
        this.authenticator = authenticator;
        this.streams = streams;
        this.backend = backend;
        this.eventRelays = eventRelays;
        this.meters = meters;
        this.resumePositions = resumePositions;
        this.historyReads = historyReads;
    }

    /**
     * A subscription that was granted and sends nothing before it is started.
     *
     * @param firstFrame the first frame, such as the snapshot of a stream of changing rows; null when there is none
     */
    public record PendingSubscription(
            Subscription<?> subscription, @Nullable String firstFrame) {}

    /**
     * Authenticates the client. The Mono fails with a {@link Problem} when the credentials are wrong or differ from
     * earlier ones.
     */
    public Mono<ConnectionIdentity> authenticate(
            HttpHeaders headers, @Nullable InetSocketAddress remote, Credentials credentials) {
        return authenticator
                .whenReady()
                .then(Mono.defer(() -> identify(headers, remote, credentials)))
                .map(this::keep);
    }

    /**
     * Authenticates the client by the session of a fan or guest alone, as a join does. A connection that was authenticated
     * with a key and this session stays as it is.
     */
    public Mono<ConnectionIdentity> authenticateSession(
            HttpHeaders headers, @Nullable InetSocketAddress remote, long account, String sessionUid) {
        return authenticator
                .whenReady()
                .then(Mono.defer(() -> authenticator.authenticateSession(headers, remote, account, sessionUid)))
                .map(authenticated -> {
                    ConnectionIdentity previous = connectionIdentity;
                    boolean isSame = previous != null
                            && previous.account() == authenticated.account()
                            && previous.session().equals(authenticated.session());
                    return previous != null && isSame ? previous : keep(authenticated);
                });
    }

    private synchronized ConnectionIdentity keep(ConnectionIdentity authenticated) {
        ConnectionIdentity previous = connectionIdentity;
        if (previous != null && !previous.equals(authenticated)) {
            throw Problem.unauthorized(
                    "already-in", "This connection was opened with another key or session; open a new one.");
        }
        connectionIdentity = authenticated;
        return authenticated;
    }

    /** Returns the client; null while it has not authenticated. */
    public @Nullable ConnectionIdentity identity() {
        return connectionIdentity;
    }

    private Mono<ConnectionIdentity> identify(
            HttpHeaders headers, @Nullable InetSocketAddress remote, Credentials credentials) {
        String key = credentials.apiKey() == null ? "" : credentials.apiKey();
        if (credentials.sessionUid() != null) {
            return authenticator.authenticate(headers, remote, key, credentials.apiSecret(), credentials.sessionUid());
        }
        return Mono.just(
                credentials.apiKey() == null && credentials.apiSecret() == null
                        ? authenticator.authenticate(headers, remote)
                        : authenticator.authenticate(headers, remote, key, credentials.apiSecret()));
    }

    /** Whether the client has authenticated. */
    public boolean isAuthenticated() {
        return connectionIdentity != null;
    }

    /** Whether the client sees contacts, as everybody does who shows no secret. */
    public boolean seesContacts() {
        ConnectionIdentity current = connectionIdentity;
        return current == null || current.seesContacts();
    }

    /** Whether the client's key was revoked, its session has ended, or its role has lost a right. Ask it regularly. */
    public boolean isRevoked() {
        ConnectionIdentity current = connectionIdentity;
        if (current == null) {
            return false;
        }
        // A session that this gateway no longer knows is asked for again; the answer counts at the next call.
        authenticator.requireLiveSession(current).subscribe(nothing -> {}, this::noteEndOfSession);
        return sessionEnded || !authenticator.isStillAllowed(current, neededRights);
    }

    private void noteEndOfSession(Throwable failure) {
        if (failure instanceof Problem problem && problem.status() == HttpStatus.UNAUTHORIZED) {
            sessionEnded = true;
        }
    }

    /**
     * Whether the account has banned the client's address.
     *
     * @param alsoOf campaigns that the client follows beside its subscriptions
     */
    public boolean isBanned(Set<Long> alsoOf) {
        ConnectionIdentity current = connectionIdentity;
        if (current == null) {
            return false;
        }
        Set<Long> pageTabs = new HashSet<>(subscribedPageTabs());
        pageTabs.addAll(alsoOf);
        return authenticator.isBanned(current, pageTabs);
    }

    /** Returns the campaigns that its subscriptions name. */
    private synchronized Set<Long> subscribedPageTabs() {
        return subscriptions.stream().flatMap(one -> one.pageTabs().stream()).collect(Collectors.toSet());
    }

    /** Prepares a subscription; a wrong request becomes an error of the returned Mono. */
    public Mono<PendingSubscription> prepareSubscription(SubscribeRequest subscribeRequest, FrameSink frameSink) {
        return authenticator.whenReady().then(Mono.defer(() -> prepare(subscribeRequest, frameSink)));
    }

    private Mono<PendingSubscription> prepare(SubscribeRequest subscribeRequest, FrameSink frameSink) {
        ConnectionIdentity current = connectionIdentity;
        if (current == null) {
            throw Problem.unauthorized("key-missing", "Send auth first.");
        }
        LiveStream<?, ?> stream = streams.find(subscribeRequest.stream());
        authenticator.mustNotBeBanned(current, subscribeRequest.pageTabs(stream.definition()));
        authenticator.mustBeWithinLimit(current); // A subscription counts as a call.
        return prepare(current, stream, subscribeRequest, frameSink);
    }

    private <F extends Record, T> Mono<PendingSubscription> prepare(
            ConnectionIdentity current,
            LiveStream<F, T> stream,
            SubscribeRequest subscribeRequest,
            FrameSink frameSink) {
        LiveStream.Definition<F> definition = stream.definition();
        F filter = allowedFilter(current, stream, subscribeRequest.filter(definition.filter()));
        Caller caller = authenticator.caller(current);
        String name = subscribeRequest.stream();
        boolean isShownAll = authenticator.isShownAll(current, definition.right());
        return stream.select(caller, filter, definition.nameSuffix(name), isShownAll)
                .flatMap(selection -> {
                    LiveStream.Snapshot snapshot = selection.snapshot();
                    return startPosition(current, caller, subscribeRequest, snapshot)
                            .map(position -> new PendingSubscription(
                                    new Subscription<>(
                                            stream,
                                            name,
                                            subscribeRequest.pageTabs(definition),
                                            current.seesContacts(),
                                            selection,
                                            position,
                                            frameSink),
                                    snapshot == null
                                            ? null
                                            : FrameWriter.event(
                                                    "snapshot",
                                                    name,
                                                    position,
                                                    FrameWriter.json(snapshot.rows(), current.seesContacts()))));
                });
    }

    /** Checks that the client may have the stream, and returns its filter. A fan's session has the fan's own alone. */
    private <F extends Record> F allowedFilter(ConnectionIdentity current, LiveStream<F, ?> stream, F filter) {
        LiveStream.Definition<F> definition = stream.definition();
        String fanScope = definition.fanScope();
        if (current.session().ref() == null || current.withSecret() || fanScope == null) {
            mustBeAllowed(current, definition.scope(), definition.secretNeeded(), definition.right());
            return filter;
        }
        authenticator.mustBeAllowed(current, fanScope, false, null);
        Long fanId = current.session().fanId();
        if (fanId == null) {
            throw Problem.unauthorized("session-guest", "A guest has no such stream.");
        }
        return stream.ofFan(filter, fanId);
    }

    /**
     * Throws a {@link Problem} unless the client may follow something. The connection ends when it loses the right.
     *
     * @param secretNeeded whether the key's secret is needed too
     * @param right the right that a person needs
     */
    public void mustBeAllowed(ConnectionIdentity current, String scope, boolean secretNeeded, Right right) {
        authenticator.mustBeAllowed(current, scope, secretNeeded, right);
        if (secretNeeded || current.session().person() != null) {
            neededRights.add(right);
        }
    }

    /** Finds the position after which a subscription begins. */
    private Mono<Long> startPosition(
            ConnectionIdentity current,
            Caller caller,
            SubscribeRequest subscribeRequest,
            LiveStream.@Nullable Snapshot snapshot) {
        if (snapshot != null) {
            return Mono.just(snapshot.position());
        }
        Long after = subscribeRequest.after();
        return after != null
                ? resumePositions
                        .require(caller.account(), after)
                        .then(
                                isOwnResume(current, after)
                                        ? Mono.empty()
                                        : historyReads.note(caller, subscribeRequest.stream()))
                        .thenReturn(after)
                : backend.ask(caller, new FindLiveEvents(caller.account(), null, 1))
                        .map(LiveEvents::next);
    }

    /** Whether a fan, who has its own events alone, goes on after a lost connection. Thousands do so at once. */
    private static boolean isOwnResume(ConnectionIdentity current, long after) {
        return after > 0 && current.session().ref() != null && !current.withSecret();
    }

    /**
     * Completes when the log has reached the position after which the client resumes. The Mono fails with a {@link
     * Problem} when it has no such position.
     *
     * @param after null for no position
     */
    public Mono<Void> requirePosition(long account, @Nullable Long after) {
        return resumePositions.require(account, after);
    }

    public synchronized boolean canSubscribe() {
        return subscriptions.size() < MAX_STREAMS;
    }

    public synchronized void start(PendingSubscription pendingSubscription) {
        Subscription<?> subscription = pendingSubscription.subscription();
        ConnectionIdentity current = connectionIdentity;
        if (closed || current == null || !subscriptions.add(subscription)) {
            return;
        }
        meters.addSubscribers(1);
        if (pendingSubscription.firstFrame() != null) {
            subscription.send(pendingSubscription.firstFrame());
        }
        eventRelays.of(current.account()).add(subscription);
    }

    public synchronized void stop(Subscription<?> subscription) {
        ConnectionIdentity current = connectionIdentity;
        if (current != null && subscriptions.remove(subscription)) {
            meters.addSubscribers(-1);
            eventRelays.of(current.account()).remove(subscription);
        }
    }

    /** Stops all subscriptions and lets no new ones start. */
    public synchronized void close() {
        closed = true;
        List.copyOf(subscriptions).forEach(this::stop);
    }
}
