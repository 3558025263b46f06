package encore.api.live;

import encore.api.access.Entrance;
import encore.api.access.Entrance.Visitor;
import encore.api.http.Problem;
import encore.infra.backend.Backend;
import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.PointType;
import encore.kernel.points.PointsQuery.FindLeaderboard;
import encore.kernel.points.PointsQuery.FindPointTypes;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Mono;

/** One client, whatever carries its words: who it is, what it may follow, and what it follows. */
final class Visit {

    private static final String BOARD = "leaderboard.";
    static final int MOST_STREAMS = 100;
    private static final int ROWS = 1_000;

    private final Entrance entrance;
    private final Backend backend;
    private final Feeds feeds;
    private final LiveMeters meters;
    private final Set<Subscription> following = new HashSet<>();
    private boolean over;
    private volatile @Nullable Visitor visitor;

    Visit(Entrance entrance, Backend backend, Feeds feeds, LiveMeters meters) {
        this.entrance = entrance;
        this.backend = backend;
        this.feeds = feeds;
        this.meters = meters;
    }

    /** A stream that may be had; nothing is sent before it begins. The first frame of a board is a snapshot. */
    record Opening(Subscription subscription, @Nullable String first) {}

    /** A {@link Problem} when the pair is wrong, or another's than before. */
    Visitor enter(HttpHeaders headers, @Nullable InetSocketAddress remote, Pair pair) {
        String key = pair.apiKey();
        String secret = pair.apiSecret();
        Visitor entered = key == null && secret == null
                ? entrance.enter(headers)
                : entrance.enter(headers, remote, key == null ? "" : key, secret);
        Visitor before = visitor;
        if (before != null && !before.equals(entered)) {
            throw Problem.unauthorized("already-in", "This connection is another key's.");
        }
        visitor = entered;
        return entered;
    }

    boolean isRevoked() {
        Visitor known = visitor;
        return known != null && !entrance.isLetIn(known);
    }

    /** What is wrong with the request is an error of the answer. */
    Mono<Opening> open(Wish wish, Outlet outlet) {
        return Mono.defer(() -> opening(wish, outlet));
    }

    private Mono<Opening> opening(Wish wish, Outlet outlet) {
        Visitor known = visitor;
        if (known == null) {
            throw Problem.unauthorized("key-missing", "Send auth first.");
        }
        String stream = wish.stream();
        Long fanId = wish.fanId();
        if (stream.startsWith(BOARD)) {
            entrance.mustBeAllowed(known, "crm", false);
            return board(known, stream, stream.substring(BOARD.length()), outlet);
        }
        String uid = wish.pointUid();
        boolean history = stream.equals("points.history");
        if (!history && !stream.equals("events")) {
            throw Problem.input("stream", "value", "is unknown");
        }
        if (history && (fanId == null || uid == null)) {
            throw Problem.input(fanId == null ? "fan_id" : "point_uid", "required", "is required");
        }
        entrance.mustBeAllowed(known, "manage", true);
        Long after = wish.after();
        Mono<Long> from = after != null
                ? Mono.just(after)
                : backend.ask(entrance.caller(known), new FindLiveEvents(known.account(), null, 1))
                        .map(LiveEvents::next);
        return from.map(position -> new Opening(
                new Subscription(
                        stream,
                        fanId,
                        history ? uid : null,
                        history ? List.of() : wish.types(),
                        false,
                        position,
                        outlet),
                null));
    }

    /** A snapshot, then the rows that change. */
    private Mono<Opening> board(Visitor known, String stream, String pointUid, Outlet outlet) {
        return backend.ask(entrance.caller(known), new FindPointTypes(known.account()))
                .flatMap(types -> Mono.justOrEmpty(types.stream()
                        .filter(type -> type.pointUid().equals(pointUid))
                        .map(PointType::pointName)
                        .findFirst()))
                .switchIfEmpty(Mono.error(Problem.input("stream", "value", "is unknown")))
                .flatMap(name -> backend.ask(
                        entrance.caller(known),
                        FindLeaderboard.ofAllTime(known.account(), name, new Paging.NextKey(null, ROWS))))
                .map((Page<LeaderboardRow> page) -> new Opening(
                        new Subscription(stream, null, pointUid, List.of(), true, page.position(), outlet),
                        Frames.event("snapshot", stream, page.position(), Frames.json(page.rows()))));
    }

    synchronized boolean hasRoom() {
        return following.size() < MOST_STREAMS;
    }

    synchronized void begin(Opening opening) {
        Subscription subscription = opening.subscription();
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

    synchronized void end(Subscription subscription) {
        Visitor known = visitor;
        if (known != null && following.remove(subscription)) {
            meters.subscribed(-1);
            feeds.of(known.account()).remove(subscription);
        }
    }

    /** Ends all that it follows; nothing begins any more. */
    synchronized void leave() {
        over = true;
        List.copyOf(following).forEach(this::end);
    }
}
