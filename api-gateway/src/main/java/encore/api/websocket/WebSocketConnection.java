package encore.api.websocket;

import encore.api.access.ConnectionAuthenticator.Visitor;
import encore.api.live.Backlog;
import encore.api.live.Credentials;
import encore.api.live.FrameSink;
import encore.api.live.Frames;
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
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.HandshakeInfo;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import tools.jackson.core.JacksonException;
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
    private static final Duration INTRODUCTION = Duration.ofSeconds(3);
    private static final int PATIENCE = 2;
    private static final Duration FAREWELL = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final WebSocketSession session;
    private final LiveSession visit;
    private final LiveMeters meters;
    private final Map<String, Subscription<?>> subscriptions = new ConcurrentHashMap<>();
    private final Sinks.Many<String> frames = Sinks.many().unicast().onBackpressureBuffer();
    private final Sinks.One<CloseStatus> ending = Sinks.one();
    private final Backlog backlog = new Backlog(Backlog.MOST_BYTES);
    private final AtomicInteger unanswered = new AtomicInteger();

    WebSocketConnection(WebSocketSession session, LiveSession visit, LiveMeters meters) {
        this.session = session;
        this.visit = visit;
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
                .map(WebSocketMessage::getPayloadAsText)
                .concatMap(this::hear)
                .then();
        Mono<Void> watch = Flux.interval(LOOK)
                .onBackpressureDrop()
                .doOnNext(tick -> look())
                .then();
        Mono<Void> introduction =
                Mono.delay(INTRODUCTION).doOnNext(late -> mustBeKnown()).then(Mono.never());
        Mono<Void> cut = ending.asMono()
                .delayElement(FAREWELL)
                .doOnNext(status -> session.close(status).subscribe())
                .then();
        return Mono.firstWithSignal(input, output, watch, introduction, cut).doFinally(end -> visit.leave());
    }

    void end(CloseStatus status) {
        ending.tryEmitValue(status);
    }

    private WebSocketMessage ping() {
        if (unanswered.getAndIncrement() >= PATIENCE) {
            end(SILENT);
        }
        return session.pingMessage(factory -> factory.wrap(new byte[0]));
    }

    private void mustBeKnown() {
        if (!visit.isKnown()) {
            end(UNKNOWN);
        }
    }

    private void look() {
        if (visit.isRevoked()) {
            end(REVOKED);
        } else if (visit.isBanned()) {
            end(BANNED);
        }
        if (backlog.isStuck()) {
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
                    if (failure instanceof Problem problem && problem.type().equals(Problem.BANNED)) {
                        end(BANNED);
                    }
                    return Mono.empty();
                })
                .then();
    }

    /** An acknowledgement, and the work that runs after it was sent. */
    private record Done(Object answer, Runnable then) {}

    private Mono<Done> act(String event, JsonNode data) {
        return switch (event) {
            case "auth" -> Mono.just(auth(data));
            case "subscribe" -> subscribe(data);
            case "unsubscribe" -> {
                unsubscribe(data.path("stream").asString(""));
                yield Mono.just(new Done(Map.of(), () -> {}));
            }
            default -> Mono.error(Problem.input("event", ErrorCode.VALUE, "must be auth, subscribe or unsubscribe"));
        };
    }

    private Done auth(JsonNode data) {
        HandshakeInfo handshake = session.getHandshakeInfo();
        Visitor entered = visit.enter(handshake.getHeaders(), handshake.getRemoteAddress(), Credentials.in(data));
        return new Done(Map.of("account_id", entered.account()), () -> {});
    }

    private Mono<Done> subscribe(JsonNode data) {
        SubscribeRequest wish = SubscribeRequest.in(data);
        String stream = wish.stream();
        if (subscriptions.containsKey(stream) || !visit.hasRoom()) {
            throw Problem.input(
                    "stream", ErrorCode.VALUE, "is already subscribed, or the connection has too many streams");
        }
        return visit.open(wish, this)
                .map(opening -> new Done(Map.of("stream", stream, "position", opening.subscription().position), () -> {
                    subscriptions.put(stream, opening.subscription());
                    visit.begin(opening);
                }));
    }

    private void unsubscribe(String stream) {
        Subscription<?> subscription = subscriptions.remove(stream);
        if (subscription != null) {
            visit.end(subscription);
        }
    }
}
