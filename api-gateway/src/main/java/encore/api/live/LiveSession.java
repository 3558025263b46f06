package encore.api.live;

import encore.api.access.ConnectionAuthenticator;
import encore.api.access.ConnectionAuthenticator.Visitor;
import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Mono;

/** The session of one client over any transport: its identity and its subscriptions. */
public final class LiveSession {

    public static final int MOST_STREAMS = 100;

    private final ConnectionAuthenticator entrance;
    private final LiveStreams streams;
    private final Backend backend;
    private final Feeds feeds;
    private final LiveMeters meters;
    private final Set<Subscription<?>> following = new HashSet<>();
    private boolean over;
    private volatile @Nullable Visitor visitor;

    LiveSession(
            ConnectionAuthenticator entrance, LiveStreams streams, Backend backend, Feeds feeds, LiveMeters meters) {
        this.entrance = entrance;
        this.streams = streams;
        this.backend = backend;
        this.feeds = feeds;
        this.meters = meters;
    }

    /**
     * A subscription that was granted and sends nothing before it is started.
     *
     * @param first the first frame, such as the snapshot of a stream of changing rows; null when there is none
     */
    public record Opening(
            Subscription<?> subscription, @Nullable String first) {}

    /** Authenticates the client; throws a {@link Problem} when the pair is wrong or differs from an earlier one. */
    public Visitor enter(HttpHeaders headers, @Nullable InetSocketAddress remote, Credentials pair) {
        String key = pair.apiKey();
        String secret = pair.apiSecret();
        Visitor entered = key == null && secret == null
                ? entrance.enter(headers, remote)
                : entrance.enter(headers, remote, key == null ? "" : key, secret);
        Visitor before = visitor;
        if (before != null && !before.equals(entered)) {
            throw Problem.unauthorized("already-in", "This connection was opened with another key; open a new one.");
        }
        visitor = entered;
        return entered;
    }

    /** Whether the client has authenticated. */
    public boolean isKnown() {
        return visitor != null;
    }

    public boolean isRevoked() {
        Visitor known = visitor;
        return known != null && !entrance.isLetIn(known);
    }

    public boolean isBanned() {
        Visitor known = visitor;
        return known != null && entrance.isBanned(known, pageTabs());
    }

    /** Returns the campaigns that its subscriptions name. */
    private synchronized Set<Long> pageTabs() {
        return following.stream().flatMap(one -> one.pageTabs().stream()).collect(Collectors.toSet());
    }

    /** Prepares a subscription; a wrong request becomes an error of the returned Mono. */
    public Mono<Opening> open(SubscribeRequest wish, FrameSink outlet) {
        return Mono.defer(() -> opening(wish, outlet));
    }

    private Mono<Opening> opening(SubscribeRequest wish, FrameSink outlet) {
        Visitor known = visitor;
        if (known == null) {
            throw Problem.unauthorized("key-missing", "Send auth first.");
        }
        LiveStream<?, ?> stream = streams.named(wish.stream());
        entrance.mustNotBeBanned(known, wish.pageTabs(stream.offer()));
        entrance.mustBeWithinLimit(known); // A subscription counts as a call.
        return opening(known, stream, wish, outlet);
    }

    private <F extends Record, T> Mono<Opening> opening(
            Visitor known, LiveStream<F, T> stream, SubscribeRequest wish, FrameSink outlet) {
        LiveStream.Offer<F> offer = stream.offer();
        F filter = wish.filter(offer.filter());
        entrance.mustBeAllowed(known, offer.scope(), offer.secret());
        Caller caller = entrance.caller(known);
        String name = wish.stream();
        return stream.choose(caller, filter, offer.part(name)).flatMap(choice -> {
            LiveStream.Snapshot snapshot = choice.snapshot();
            return beginning(caller, wish, snapshot)
                    .map(position -> new Opening(
                            new Subscription<>(stream, name, wish.pageTabs(offer), choice.wanted(), position, outlet),
                            snapshot == null
                                    ? null
                                    : Frames.event("snapshot", name, position, Frames.json(snapshot.rows()))));
        });
    }

    /** Finds the position after which a subscription begins. */
    private Mono<Long> beginning(Caller caller, SubscribeRequest wish, LiveStream.@Nullable Snapshot snapshot) {
        if (snapshot != null) {
            return Mono.just(snapshot.position());
        }
        return wish.after() != null
                ? Mono.just(wish.after())
                : backend.ask(caller, new FindLiveEvents(caller.account(), null, 1))
                        .map(LiveEvents::next);
    }

    public synchronized boolean hasRoom() {
        return following.size() < MOST_STREAMS;
    }

    public synchronized void begin(Opening opening) {
        Subscription<?> subscription = opening.subscription();
        Visitor known = visitor;
        if (over || known == null || !following.add(subscription)) {
            return;
        }
        meters.subscribed(1);
        if (opening.first() != null) {
            subscription.send(opening.first());
        }
        feeds.of(known.account()).add(subscription);
    }

    public synchronized void end(Subscription<?> subscription) {
        Visitor known = visitor;
        if (known != null && following.remove(subscription)) {
            meters.subscribed(-1);
            feeds.of(known.account()).remove(subscription);
        }
    }

    /** Stops all subscriptions and lets no new ones start. */
    public synchronized void leave() {
        over = true;
        List.copyOf(following).forEach(this::end);
    }
}
