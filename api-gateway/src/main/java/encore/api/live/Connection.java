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
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One client on {@code /ws}. */
final class Connection implements Outlet {

    static final CloseStatus REVOKED = new CloseStatus(4003, "revoked");
    static final CloseStatus SLOW = new CloseStatus(4008, "slow");

    private static final String BOARD = "leaderboard.";
    private static final int MOST_STREAMS = 100;
    private static final int ROWS = 1_000;
    private static final int MOST_BYTES = 1_024 * 1_024;
    /** A page of the past fits in between. */
    private static final int FULL = MOST_BYTES / 4;

    private static final long MOST_NANOS = Duration.ofSeconds(10).toNanos();
    private static final Duration PING = Duration.ofSeconds(20);
    private static final Duration FAREWELL = Duration.ofSeconds(2);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final WebSocketSession session;
    private final Entrance entrance;
    private final Backend backend;
    private final Feeds feeds;
    private final LiveMeters meters;
    private final Map<String, Subscription> subscriptions = new ConcurrentHashMap<>();
    private final Sinks.Many<String> frames = Sinks.many().unicast().onBackpressureBuffer();
    private final Sinks.One<CloseStatus> ending = Sinks.one();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile long lastTaken = System.nanoTime();
    private volatile @Nullable Visitor visitor;

    Connection(WebSocketSession session, Entrance entrance, Backend backend, Feeds feeds, LiveMeters meters) {
        this.session = session;
        this.entrance = entrance;
        this.backend = backend;
        this.feeds = feeds;
        this.meters = meters;
    }

    Mono<Void> run() {
        Flux<WebSocketMessage> texts = frames.asFlux().map(frame -> {
            waiting.addAndGet(-frame.length());
            lastTaken = System.nanoTime();
            return session.textMessage(frame);
        });
        Flux<WebSocketMessage> pings = Flux.interval(PING)
                .onBackpressureDrop()
                .map(tick -> session.pingMessage(factory -> factory.wrap(new byte[0])));
        // The close follows the last whole frame; who does not even take that is cut off.
        Mono<Void> output = session.send(Flux.merge(texts, pings).takeUntilOther(ending.asMono()))
                .then(ending.asMono())
                .flatMap(session::close)
                .then(Mono.never());
        // One frame after the other, so that a subscribe finds its auth done.
        Mono<Void> input = session.receive()
                .filter(message -> message.getType() == WebSocketMessage.Type.TEXT)
                .map(WebSocketMessage::getPayloadAsText)
                .concatMap(this::hear)
                .then();
        Mono<Void> watch = Flux.interval(LOOK)
                .onBackpressureDrop()
                .doOnNext(tick -> look())
                .then();
        Mono<Void> cut = ending.asMono().delayElement(FAREWELL).then();
        return Mono.firstWithSignal(input, output, watch, cut).doFinally(end -> leave());
    }

    void end(CloseStatus status) {
        ending.tryEmitValue(status);
    }

    private void look() {
        Visitor known = visitor;
        if (known != null && !entrance.isLetIn(known)) {
            end(REVOKED);
        }
        if (waiting.get() > 0 && System.nanoTime() - lastTaken > MOST_NANOS) {
            slow();
        }
    }

    private void leave() {
        subscriptions.keySet().forEach(this::unsubscribe);
    }

    private void slow() {
        if (ending.tryEmitValue(SLOW).isSuccess()) {
            meters.slow();
        }
    }

    @Override
    public boolean isFull() {
        return waiting.get() > FULL;
    }

    @Override
    public void send(String frame) {
        if (waiting.get() == 0) {
            lastTaken = System.nanoTime();
        }
        if (waiting.addAndGet(frame.length()) > MOST_BYTES) {
            slow();
            return;
        }
        meters.frame();
        synchronized (frames) {
            frames.tryEmitNext(frame);
        }
    }

    private Mono<Void> hear(String text) {
        JsonNode frame;
        try {
            frame = JsonMapper.shared().readTree(text);
        } catch (JacksonException malformed) {
            end(CloseStatus.BAD_DATA);
            return Mono.empty();
        }
        JsonNode id = frame.path("id");
        return Mono.defer(() -> act(frame.path("event").asString(""), frame.path("data")))
                .doOnNext(done -> {
                    if (!id.isMissingNode()) {
                        send(Frames.ack(id, done.answer()));
                    }
                    done.then().run();
                })
                .onErrorResume(failure -> {
                    send(Frames.refused(id.isMissingNode() ? JsonMapper.shared().nullNode() : id, failure));
                    return Mono.empty();
                })
                .then();
    }

    /** An acknowledgement, and what begins behind it. */
    private record Done(Object answer, Runnable then) {}

    private Mono<Done> act(String event, JsonNode data) {
        return switch (event) {
            case "auth" -> Mono.just(auth(data));
            case "subscribe" -> subscribe(data);
            case "unsubscribe" -> {
                unsubscribe(data.path("stream").asString(""));
                yield Mono.just(new Done(Map.of(), () -> {}));
            }
            default -> Mono.error(Problem.input("event", "value", "must be auth, subscribe or unsubscribe"));
        };
    }

    private Done auth(JsonNode data) {
        String secret = data.path("api_secret").asString("");
        Visitor entered = entrance.enter(
                session.getHandshakeInfo().getHeaders(),
                session.getHandshakeInfo().getRemoteAddress(),
                data.path("api_key").asString(""),
                secret.isEmpty() ? null : secret);
        Visitor before = visitor;
        if (before != null && !before.equals(entered)) {
            throw Problem.unauthorized("already-in", "This connection is another key's.");
        }
        visitor = entered;
        return new Done(Map.of("account_id", entered.account()), () -> {});
    }

    private Mono<Done> subscribe(JsonNode data) {
        Visitor known = visitor;
        if (known == null) {
            throw Problem.unauthorized("key-missing", "Send auth first.");
        }
        String stream = data.path("stream").asString("");
        if (subscriptions.containsKey(stream) || subscriptions.size() >= MOST_STREAMS) {
            throw Problem.input("stream", "value", "is followed already, or too many are");
        }
        Long fanId = number(data, "fan_id");
        if (stream.startsWith(BOARD)) {
            entrance.mustBeAllowed(known, "crm", false);
            return board(known, stream, stream.substring(BOARD.length()));
        }
        List<String> types = new ArrayList<>();
        data.path("types").forEach(type -> types.add(type.asString("")));
        String uid = data.path("point_uid").asString("");
        boolean history = stream.equals("points.history");
        if (!history && !stream.equals("events")) {
            throw Problem.input("stream", "value", "is unknown");
        }
        if (history && (fanId == null || uid.isEmpty())) {
            throw Problem.input(fanId == null ? "fan_id" : "point_uid", "required", "is required");
        }
        entrance.mustBeAllowed(known, "manage", true);
        Long after = number(data, "after");
        Mono<Long> from = after != null
                ? Mono.just(after)
                : backend.ask(known.caller(), new FindLiveEvents(known.account(), null, 1))
                        .map(LiveEvents::next);
        return from.map(position -> begin(
                known,
                new Subscription(
                        stream, fanId, history ? uid : null, history ? List.of() : types, false, position, this),
                null));
    }

    /** A snapshot, then the rows that change. */
    private Mono<Done> board(Visitor known, String stream, String pointUid) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        return backend.ask(known.caller(), new FindPointTypes(known.account()))
                .flatMap(types -> Mono.justOrEmpty(types.stream()
                        .filter(type -> type.pointUid().equals(pointUid))
                        .map(PointType::pointName)
                        .findFirst()))
                .switchIfEmpty(Mono.error(Problem.input("stream", "value", "is unknown")))
                .flatMap(name -> backend.ask(
                        known.caller(),
                        new FindLeaderboard(
                                known.account(),
                                name,
                                LocalDate.EPOCH,
                                today.plusDays(1),
                                new Paging.NextKey(null, ROWS))))
                .map((Page<LeaderboardRow> page) -> begin(
                        known,
                        new Subscription(stream, null, pointUid, List.of(), true, page.position(), this),
                        Frames.event("snapshot", stream, page.position(), Frames.json(page.rows()))));
    }

    private Done begin(Visitor known, Subscription subscription, @Nullable String snapshot) {
        return new Done(Map.of("stream", subscription.stream(), "position", subscription.position), () -> {
            if (snapshot != null) {
                send(snapshot);
            }
            subscriptions.put(subscription.stream(), subscription);
            meters.subscribed(1);
            feeds.of(known.account()).add(subscription);
        });
    }

    private void unsubscribe(String stream) {
        Subscription subscription = subscriptions.remove(stream);
        Visitor known = visitor;
        if (subscription != null && known != null) {
            meters.subscribed(-1);
            feeds.of(known.account()).remove(subscription);
        }
    }

    private static @Nullable Long number(JsonNode data, String name) {
        JsonNode value = data.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 0) {
            throw Problem.input(name, "type", "must be a whole number from 0");
        }
        return value.asLong();
    }
}
