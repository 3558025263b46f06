package encore.api.websocket;

import encore.api.binding.FrameJson;
import encore.api.fanout.RoomConnection;
import encore.api.fanout.RoomConnections;
import encore.api.fanout.RoomEncoding;
import encore.api.fanout.RoomTransport;
import encore.api.live.Credentials;
import encore.api.live.FrameSink;
import encore.api.live.FrameWriter;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSession;
import encore.api.live.SubscribeRequest;
import encore.api.live.Subscription;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.HandshakeInfo;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.NettyPipeline;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One client's connection at {@code /ws}. */
public final class WebSocketConnection implements FrameSink, RoomTransport {

    public static final CloseStatus REVOKED = new CloseStatus(4003, "revoked");
    public static final CloseStatus SLOW = new CloseStatus(4008, "slow");

    /** The gateway has as many connections as it may. */
    public static final CloseStatus FULL = new CloseStatus(1013, "full");

    /** The client did not authenticate in time. */
    public static final CloseStatus UNKNOWN = new CloseStatus(4002, "unknown");

    /** The client did not answer two pings. */
    public static final CloseStatus SILENT = new CloseStatus(4009, "silent");

    /** The largest frame of a client, in bytes. */
    static final int MAX_FRAME_BYTES = 16 * 1_024;

    private static final Duration PING = Duration.ofSeconds(20);
    private static final Duration AUTH_TIMEOUT = Duration.ofSeconds(3);
    private static final int MAX_UNANSWERED_PINGS = 2;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);
    private static final int CHECKS_OF_A_PING = (int) PING.dividedBy(CHECK_INTERVAL);
    private static final Duration MAX_STALL = Duration.ofSeconds(10);
    private static final byte[] PING_FRAME = {(byte) 0x89, 0};

    private final WebSocketSession session;
    private final Channel channel;
    private final LiveSession liveSession;
    private final RoomConnection rooms;
    private final LiveMeters meters;
    private final SocketWriter writer;
    private final Map<String, Subscription<?>> subscriptions = new ConcurrentHashMap<>();
    private final Sinks.One<CloseStatus> ending = Sinks.one();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final AtomicInteger introductions = new AtomicInteger();
    private volatile boolean isLate;

    /** Checks until the next ping. It begins anywhere, since clients that come together would be pinged together. */
    private int checksToPing = ThreadLocalRandom.current().nextInt(CHECKS_OF_A_PING) + 1;

    WebSocketConnection(
            WebSocketSession session,
            Channel channel,
            LiveSession liveSession,
            RoomConnections roomConnections,
            LiveMeters meters) {
        this.session = session;
        this.channel = channel;
        this.liveSession = liveSession;
        this.meters = meters;
        this.writer = new SocketWriter(channel, (int) MAX_STALL.dividedBy(CHECK_INTERVAL), this::slow);
        this.rooms = roomConnections.create(liveSession, this);
    }

    /** Notices the client's close. It is answered at once, and no frame may follow the answer. */
    private final class ClosingClient extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof CloseWebSocketFrame) {
                writer.end();
            }
            context.fireChannelRead(message);
        }
    }

    Mono<Void> run() {
        channel.pipeline().addBefore(NettyPipeline.ReactiveBridge, ClosingClient.class.getName(), new ClosingClient());
        Scheduler thread = Schedulers.fromExecutor(channel.eventLoop());
        // The close follows the last complete frame. For a client that does not read it in time, the close is queued
        // after the data that the network already holds.
        Mono<Void> output = ending.asMono().flatMap(session::close).then(Mono.never());
        // Frames are handled one after another, so that a subscribe finds its auth completed.
        Mono<Void> input = session.receive()
                .doOnNext(anything -> unanswered.set(0))
                .filter(message -> message.getType() == WebSocketMessage.Type.TEXT)
                .<Arrival>handle((message, sink) -> {
                    Arrival arrival = arrival(message.getPayload());
                    if (arrival != null) {
                        sink.next(arrival);
                    }
                })
                .concatMap(arrival -> handle(arrival).then().publishOn(thread))
                .then();
        Mono<Void> cut = ending.asMono()
                .delayElement(CLOSE_TIMEOUT)
                .doOnNext(status -> session.close(status).subscribe())
                .then();
        Future<?> checks = writer.every(CHECK_INTERVAL, this::check);
        Future<?> introduction = channel.eventLoop()
                .schedule(this::closeIfUnauthenticated, AUTH_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        return Mono.firstWithSignal(input, output, cut).doFinally(end -> {
            checks.cancel(false);
            introduction.cancel(false);
            channel.eventLoop().execute(writer::end);
            rooms.close();
            liveSession.close();
        });
    }

    /** A frame of the client, as it reached this gateway. */
    private record Arrival(String event, JsonNode id, JsonNode data, Instant at) {

        boolean isIntroduction() {
            return event.equals("auth") || event.equals("join");
        }
    }

    private @Nullable Arrival arrival(DataBuffer payload) {
        if (payload.readableByteCount() > MAX_FRAME_BYTES) {
            meters.unreadable();
            end(CloseStatus.TOO_BIG_TO_PROCESS);
            return null;
        }
        try {
            JsonNode frame = FrameJson.read(NettyDataBufferFactory.toByteBuf(payload));
            Arrival arrival =
                    new Arrival(frame.path("event").asString(""), frame.path("id"), frame.path("data"), Instant.now());
            if (arrival.isIntroduction()) {
                introductions.incrementAndGet();
            }
            return arrival;
        } catch (Problem malformed) {
            meters.unreadable();
            end(CloseStatus.BAD_DATA);
            return null;
        }
    }

    @Override
    public HttpHeaders headers() {
        return session.getHandshakeInfo().getHeaders();
    }

    @Override
    public @Nullable InetSocketAddress clientAddress() {
        return session.getHandshakeInfo().getRemoteAddress();
    }

    @Override
    public RoomEncoding encoding() {
        return WebSocketRoomEncoding.INSTANCE;
    }

    @Override
    public Executor executor() {
        return writer.thread();
    }

    @Override
    public void write(ByteBuf frames) {
        meters.countFrame();
        writer.write(frames);
    }

    @Override
    public void end(CloseStatus status) {
        end(status, () -> {});
    }

    /** Closes after all that was submitted before: the close itself would overtake it on the channel's thread. */
    private void end(CloseStatus status, Runnable then) {
        channel.eventLoop().execute(() -> {
            if (ending.tryEmitValue(status).isSuccess()) {
                writer.end();
                then.run();
            }
        });
    }

    private void ping() {
        if (unanswered.getAndIncrement() >= MAX_UNANSWERED_PINGS) {
            end(SILENT);
        }
        writer.write(Unpooled.wrappedBuffer(PING_FRAME));
    }

    /** Closes a client whose introduction has not arrived. One that waits for our answer is not late. */
    private void closeIfUnauthenticated() {
        isLate = true;
        if (!liveSession.isAuthenticated() && introductions.get() == 0) {
            end(UNKNOWN);
        }
    }

    private void endIntroduction(Arrival arrival) {
        if (arrival.isIntroduction()
                && introductions.decrementAndGet() == 0
                && isLate
                && !liveSession.isAuthenticated()) {
            end(UNKNOWN);
        }
    }

    private void check() {
        if (liveSession.isRevoked()) {
            end(REVOKED);
        } else if (liveSession.isBanned(rooms.pageTabs())) {
            end(BANNED);
        }
        writer.check();
        if (--checksToPing == 0) {
            checksToPing = CHECKS_OF_A_PING;
            ping();
        }
    }

    private void slow() {
        end(SLOW, meters::slow);
    }

    @Override
    public boolean isFull() {
        return writer.isFull();
    }

    @Override
    public void send(String frame) {
        meters.countFrame();
        writer.submit(WebSocketRoomEncoding.text(frame));
    }

    private Mono<Void> handle(Arrival arrival) {
        JsonNode id = arrival.id();
        return Mono.defer(() -> dispatch(arrival))
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
                    rooms.refuse(failure);
                    return Mono.empty();
                })
                .then()
                .doFinally(end -> endIntroduction(arrival));
    }

    /** An acknowledgement, and the work that runs after it was sent. */
    private record Acknowledgement(Object answer, Runnable then) {

        Acknowledgement(Object answer) {
            this(answer, () -> {});
        }
    }

    private Mono<Acknowledgement> dispatch(Arrival arrival) {
        JsonNode data = arrival.data();
        return switch (arrival.event()) {
            case "auth" -> authenticate(data);
            case "subscribe" -> subscribe(data);
            case "unsubscribe" -> {
                unsubscribe(data.path("stream").asString(""));
                yield Mono.just(new Acknowledgement(Map.of()));
            }
            default -> rooms.handle(arrival.event(), data, arrival.at()).map(Acknowledgement::new);
        };
    }

    private Mono<Acknowledgement> authenticate(JsonNode data) {
        HandshakeInfo handshake = session.getHandshakeInfo();
        return liveSession
                .authenticate(handshake.getHeaders(), handshake.getRemoteAddress(), Credentials.fromJson(data))
                .map(authenticated -> new Acknowledgement(Map.of("account_id", authenticated.account())));
    }

    private Mono<Acknowledgement> subscribe(JsonNode data) {
        SubscribeRequest subscribeRequest = SubscribeRequest.fromJson(data);
        String stream = subscribeRequest.stream();
        if (stream.startsWith(RoomConnection.STREAM_PREFIX)) {
            return rooms.follow(stream, subscribeRequest.after())
                    .map(position -> new Acknowledgement(Map.of("stream", stream, "position", position)));
        }
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
        if (stream.startsWith(RoomConnection.STREAM_PREFIX)) {
            rooms.unfollow(stream);
            return;
        }
        Subscription<?> subscription = subscriptions.remove(stream);
        if (subscription != null) {
            liveSession.stop(subscription);
        }
    }
}
