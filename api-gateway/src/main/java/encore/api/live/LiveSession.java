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

/** One client, whatever carries its words: who it is, what it may follow, and what it follows. */
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

    /** A stream that may be had; nothing is sent before it begins. One of rows that change begins with a snapshot. */
    public record Opening(
            Subscription<?> subscription, @Nullable String first) {}

    /** A {@link Problem} when the pair is wrong, or another's than before. */
    public Visitor enter(HttpHeaders headers, @Nullable InetSocketAddress remote, Credentials pair) {
        String key = pair.apiKey();
        String secret = pair.apiSecret();
        Visitor entered = key == null && secret == null
                ? entrance.enter(headers, remote)
                : entrance.enter(headers, remote, key == null ? "" : key, secret);
        Visitor before = visitor;
        if (before != null && !before.equals(entered)) {
            throw Problem.unauthorized("already-in", "This connection is another key's.");
        }
        visitor = entered;
        return entered;
    }

    /** Whether it is known who this is. */
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

    /** The campaigns that it follows. */
    private synchronized Set<Long> pageTabs() {
        return following.stream().flatMap(one -> one.pageTabs().stream()).collect(Collectors.toSet());
    }

    /** Opens a subscription; what is wrong with the request is an error of the answer. */
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
        entrance.mustBeWithinLimit(known); // It costs what a call costs.
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

    /** The position behind which it begins. */
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

    /** Ends all that it follows; nothing begins any more. */
    public synchronized void leave() {
        over = true;
        List.copyOf(following).forEach(this::end);
    }
}
