package encore.api.websocket;

import encore.api.binding.FrameJson;
import encore.api.live.Backlog;
import encore.api.live.Credentials;
import encore.api.live.FrameSink;
import encore.api.live.FrameWriter;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSession;
import encore.api.live.SubscribeRequest;
import encore.api.live.Subscription;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.HandshakeInfo;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One client's connection at {@code /ws}. */
public final class WebSocketConnection implements FrameSink {

    public static final CloseStatus REVOKED = new CloseStatus(4003, "revoked");
    public static final CloseStatus BANNED = new CloseStatus(4003, "banned");
    public static final CloseStatus SLOW = new CloseStatus(4008, "slow");

    /** The client did not authenticate in time. */
    public static final CloseStatus UNKNOWN = new CloseStatus(4002, "unknown");

    /** The client did not answer two pings. */
    public static final CloseStatus SILENT = new CloseStatus(4009, "silent");

    private static final Duration PING = Duration.ofSeconds(20);
    private static final Duration AUTH_TIMEOUT = Duration.ofSeconds(3);
    private static final int MAX_UNANSWERED_PINGS = 2;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);

    private final WebSocketSession session;
    private final LiveSession liveSession;
    private final LiveMeters meters;
    private final Map<String, Subscription<?>> subscriptions = new ConcurrentHashMap<>();
    private final Sinks.Many<String> frames = Sinks.many().unicast().onBackpressureBuffer();
    private final Sinks.One<CloseStatus> ending = Sinks.one();
    private final Backlog backlog = new Backlog(Backlog.MAX_BYTES);
    private final AtomicInteger unanswered = new AtomicInteger();

    WebSocketConnection(WebSocketSession session, LiveSession liveSession, LiveMeters meters) {
        this.session = session;
        this.liveSession = liveSession;
        this.meters = meters;
    }

    Mono<Void> run() {
        Flux<WebSocketMessage> texts = frames.asFlux().map(frame -> {
            backlog.take(frame.length());
            return session.textMessage(frame);
        });
        Flux<WebSocketMessage> pings = Flux.interval(PING).onBackpressureDrop().map(tick -> ping());
        // The close follows the last complete frame. For a client that does not read it in time, the close is queued
        // after the data that the network already holds.
        Mono<Void> output = session.send(Flux.merge(texts, pings).takeUntilOther(ending.asMono()))
                .then(ending.asMono())
                .flatMap(session::close)
                .then(Mono.never());
        // Frames are handled one after another, so that a subscribe finds its auth completed.
        Mono<Void> input = session.receive()
                .doOnNext(anything -> unanswered.set(0))
                .filter(message -> message.getType() == WebSocketMessage.Type.TEXT)
                .concatMap(this::handle)
                .then();
        Mono<Void> watch = Flux.interval(CHECK_INTERVAL)
                .onBackpressureDrop()
                .doOnNext(tick -> check())
                .then();
        Mono<Void> introduction = Mono.delay(AUTH_TIMEOUT)
                .doOnNext(late -> closeIfUnauthenticated())
                .then(Mono.never());
        Mono<Void> cut = ending.asMono()
                .delayElement(CLOSE_TIMEOUT)
                .doOnNext(status -> session.close(status).subscribe())
                .then();
        return Mono.firstWithSignal(input, output, watch, introduction, cut).doFinally(end -> liveSession.close());
    }

    void end(CloseStatus status) {
        ending.tryEmitValue(status);
    }

    private WebSocketMessage ping() {
        if (unanswered.getAndIncrement() >= MAX_UNANSWERED_PINGS) {
            end(SILENT);
        }
        return session.pingMessage(factory -> factory.wrap(new byte[0]));
    }

    private void closeIfUnauthenticated() {
        if (!liveSession.isAuthenticated()) {
            end(UNKNOWN);
        }
    }

    private void check() {
        if (liveSession.isRevoked()) {
            end(REVOKED);
        } else if (liveSession.isBanned()) {
            end(BANNED);
        }
        if (backlog.isStalled()) {
            slow();
        }
    }

    private void slow() {
        if (ending.tryEmitValue(SLOW).isSuccess()) {
            meters.slow();
        }
    }

    @Override
    public boolean isFull() {
        return backlog.isFull();
    }

    @Override
    public void send(String frame) {
        if (!backlog.add(frame.length())) {
            slow();
            return;
        }
        meters.countFrame();
        // The sink accepts one frame at a time, and several streams send at once.
        synchronized (frames) {
            frames.tryEmitNext(frame);
        }
    }

    private Mono<Void> handle(WebSocketMessage message) {
        JsonNode frame;
        try {
            frame = FrameJson.read(NettyDataBufferFactory.toByteBuf(message.getPayload()));
        } catch (Problem malformed) {
            meters.unreadable();
            end(CloseStatus.BAD_DATA);
            return Mono.empty();
        }
        JsonNode id = frame.path("id");
        return Mono.defer(() -> dispatch(frame.path("event").asString(""), frame.path("data")))
                .doOnNext(acknowledgement -> {
                    if (!id.isMissingNode()) {
                        send(FrameWriter.ack(id, acknowledgement.answer()));
                    }
                    acknowledgement.then().run();
                })
                .onErrorResume(failure -> {
                    send(FrameWriter.rejection(
                            id.isMissingNode() ? JsonMapper.shared().nullNode() : id, failure));
                    if (failure instanceof Problem problem && problem.type().equals(Problem.BANNED)) {
                        end(BANNED);
                    }
                    return Mono.empty();
                })
                .then();
    }

    /** An acknowledgement, and the work that runs after it was sent. */
    private record Acknowledgement(Object answer, Runnable then) {}

    private Mono<Acknowledgement> dispatch(String event, JsonNode data) {
        return switch (event) {
            case "auth" -> authenticate(data);
            case "subscribe" -> subscribe(data);
            case "unsubscribe" -> {
                unsubscribe(data.path("stream").asString(""));
                yield Mono.just(new Acknowledgement(Map.of(), () -> {}));
            }
            default -> Mono.error(Problem.input("event", ErrorCode.VALUE, "must be auth, subscribe or unsubscribe"));
        };
    }

    private Mono<Acknowledgement> authenticate(JsonNode data) {
        HandshakeInfo handshake = session.getHandshakeInfo();
        return liveSession
                .authenticate(handshake.getHeaders(), handshake.getRemoteAddress(), Credentials.fromJson(data))
                .map(authenticated -> new Acknowledgement(Map.of("account_id", authenticated.account()), () -> {}));
    }

    private Mono<Acknowledgement> subscribe(JsonNode data) {
        SubscribeRequest subscribeRequest = SubscribeRequest.fromJson(data);
        String stream = subscribeRequest.stream();
        if (subscriptions.containsKey(stream) || !liveSession.canSubscribe()) {
            throw Problem.input(
                    "stream", ErrorCode.VALUE, "is already subscribed, or the connection has too many streams");
        }
        return liveSession
                .prepareSubscription(subscribeRequest, this)
                .map(pendingSubscription -> new Acknowledgement(
                        Map.of("stream", stream, "position", pendingSubscription.subscription().position), () -> {
                            subscriptions.put(stream, pendingSubscription.subscription());
                            liveSession.start(pendingSubscription);
                        }));
    }

    private void unsubscribe(String stream) {
        Subscription<?> subscription = subscriptions.remove(stream);
        if (subscription != null) {
            liveSession.stop(subscription);
        }
    }
}
