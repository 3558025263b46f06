package encore.api.websocket;

import encore.api.authentication.AuthenticationDeadline;
import encore.api.binding.FrameFields;
import encore.api.fanout.RoomClient;
import encore.api.fanout.RoomConnection;
import encore.api.fanout.RoomConnections;
import encore.api.fanout.RoomTransport;
import encore.api.live.Credentials;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSession;
import encore.api.live.SubscribeRequest;
import encore.api.problems.Problem;
import encore.api.server.ReservedBits;
import encore.api.wire.ErrorCode;
import encore.infra.backend.errors.ErrorGuard;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
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

/**
 * One client's WebSocket: its limits, its pings and its close. What is spoken on it is a subclass's. Frames of the client
 * are handled one after another.
 */
public abstract class WebSocketConnection implements RoomTransport, RoomClient {

    /** The client did not read. */
    public static final CloseStatus SLOW = new CloseStatus(4008, "slow");

    /** The gateway has as many connections as it may. */
    public static final CloseStatus FULL = new CloseStatus(1013, "full");

    /** The client did not answer two pings. */
    public static final CloseStatus SILENT = new CloseStatus(4009, "silent");

    /** The time between two pings. */
    protected static final Duration PING = Duration.ofSeconds(20);

    private static final Set<String> UNSUBSCRIBE_FIELDS = Set.of("stream");
    private static final int MAX_UNANSWERED_PINGS = 2;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);
    private static final int CHECKS_OF_A_PING = (int) PING.dividedBy(CHECK_INTERVAL);
    private static final Duration MAX_STALL = Duration.ofSeconds(10);

    private final WebSocketSession session;
    private final Channel channel;
    protected final LiveSession liveSession;
    protected final RoomConnection rooms;
    private final LiveMeters meters;
    private final SocketWriter writer;
    private final Sinks.One<CloseStatus> ending = Sinks.one();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final AuthenticationDeadline deadline;

    /** The channel's thread uses it. */
    private boolean isEnding;

    /** Checks until the next ping. It begins anywhere, since clients that come together would be pinged together. */
    private int checksToPing = ThreadLocalRandom.current().nextInt(CHECKS_OF_A_PING) + 1;

    protected WebSocketConnection(
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
        this.deadline = new AuthenticationDeadline(liveSession::isAuthenticated, () -> end(UNKNOWN), writer::later);
        this.rooms = roomConnections.create(liveSession, this);
    }

    /** Writes the first frame to the client. */
    protected void open() {}

    /**
     * Reads a message of the client. Throws a {@link Problem} when it cannot be read.
     *
     * @return the work that it asks for; null for none
     */
    protected abstract @Nullable Mono<Void> read(ByteBuf message);

    /** Returns the text that acknowledges a frame; null for one that is not acknowledged. */
    protected abstract @Nullable String acknowledge(JsonNode id, Object answer);

    /** Returns the text that refuses a frame; null when the client gets no text. */
    protected abstract @Nullable String reject(JsonNode id, Throwable failure);

    /** Returns a frame that asks the client for a sign of life. */
    protected abstract ByteBuf pingFrame();

    /** Returns the frame that the client gets before its connection is closed; null for nothing. */
    protected @Nullable ByteBuf farewell(CloseStatus status) {
        return null;
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
        ReservedBits.refuse(channel, () -> end(CloseStatus.PROTOCOL_ERROR));
        Scheduler thread = Schedulers.fromExecutor(channel.eventLoop());
        // The close follows the last complete frame. For a client that does not read it in time, the close is queued
        // after the data that the network already holds.
        Mono<Void> output = ending.asMono().flatMap(session::close).then(Mono.never());
        // Frames are handled one after another, so that a subscribe finds its auth completed.
        Mono<Void> input = ErrorGuard.of(session.receive())
                .doOnNext(anything -> unanswered.set(0))
                .filter(message -> message.getType() == WebSocketMessage.Type.TEXT)
                .<Mono<Void>>handle((message, sink) -> {
                    Mono<Void> work = read(message.getPayload());
                    if (work != null) {
                        sink.next(work);
                    }
                })
                .concatMap(work -> work.publishOn(thread))
                .then();
        Mono<Void> cut = ending.asMono()
                .delayElement(CLOSE_TIMEOUT)
                .doOnNext(status -> session.close(status).subscribe())
                .then();
        Future<?> checks = writer.every(CHECK_INTERVAL, this::check);
        deadline.begin();
        open();
        return ErrorGuard.of(Mono.firstWithSignal(input, output, cut)).doFinally(end -> {
            checks.cancel(false);
            channel.eventLoop().execute(writer::end);
            rooms.close();
            liveSession.close();
        });
    }

    private @Nullable Mono<Void> read(DataBuffer payload) {
        if (payload.readableByteCount() > MAX_FRAME_BYTES) {
            meters.unreadable();
            end(CloseStatus.TOO_BIG_TO_PROCESS);
            return null;
        }
        try {
            return read(NettyDataBufferFactory.toByteBuf(payload));
        } catch (Problem malformed) {
            meters.unreadable();
            end(CloseStatus.BAD_DATA);
            return null;
        }
    }

    /** A frame of the client, as it reached this gateway. */
    private record Arrival(String event, JsonNode id, JsonNode data, Runnable check, Instant at) {

        boolean isAuthentication() {
            return event.equals("auth") || event.equals(RoomConnection.JOIN);
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
            if (isEnding) {
                return;
            }
            isEnding = true;
            ByteBuf last = farewell(status);
            if (last != null) {
                writer.write(last);
            }
            ending.tryEmitValue(status);
            writer.end();
            then.run();
        });
    }

    private void ping() {
        if (unanswered.getAndIncrement() >= MAX_UNANSWERED_PINGS) {
            end(SILENT);
        }
        writer.write(pingFrame());
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

    public final boolean isFull() {
        return writer.isFull();
    }

    /** Sends a text after all that was sent before. */
    public final void send(String text) {
        meters.countFrame();
        writer.submit(TextFrames.text(text));
    }

    private void sendIfAny(@Nullable String text) {
        if (text != null) {
            send(text);
        }
    }

    /** Returns work that makes the client known. The client is not late while it lasts. */
    protected final Mono<Void> authenticating(Mono<Void> work) {
        deadline.arrived();
        return work.doFinally(end -> deadline.answered());
    }

    /**
     * Returns the work for a frame, which has arrived now.
     *
     * @param id names the frame in its answer; a missing node for none
     * @param check throws a {@link Problem} when the frame is none of the client's frames
     */
    protected final Mono<Void> accept(String event, JsonNode id, JsonNode data, Runnable check) {
        Arrival arrival = new Arrival(event, id, data, check, Instant.now());
        return arrival.isAuthentication() ? authenticating(handle(arrival)) : handle(arrival);
    }

    /** Counts a refusal, and ends the connection of a client that is banned. */
    protected final void refuse(Throwable failure) {
        if (failure instanceof Problem problem && problem.type().equals(Problem.BANNED)) {
            end(BANNED);
        }
        deadline.refused(failure);
        rooms.refuse(failure);
    }

    private Mono<Void> handle(Arrival arrival) {
        JsonNode id = arrival.id();
        return Mono.defer(() -> dispatch(arrival))
                .doOnNext(acknowledgement -> {
                    sendIfAny(acknowledge(id, acknowledgement.answer()));
                    acknowledgement.then().run();
                })
                .onErrorResume(failure -> {
                    sendIfAny(reject(id, failure));
                    refuse(failure);
                    return Mono.empty();
                })
                .then();
    }

    /** An acknowledgement, and the work that runs after it was sent. */
    protected record Acknowledgement(Object answer, Runnable then) {

        Acknowledgement(Object answer) {
            this(answer, () -> {});
        }
    }

    private Mono<Acknowledgement> dispatch(Arrival arrival) {
        JsonNode data = arrival.data();
        arrival.check().run();
        return switch (arrival.event()) {
            case "auth" -> authenticate(Credentials.fromJson(data)).map(Acknowledgement::new);
            case "subscribe" -> subscribe(SubscribeRequest.fromJson(data));
            case "unsubscribe" -> {
                FrameFields.require(data, UNSUBSCRIBE_FIELDS);
                unsubscribe(data.path("stream").asString(""));
                yield Mono.just(new Acknowledgement(Map.of()));
            }
            case RoomConnection.JOIN -> rooms.join(data, this).map(Acknowledgement::new);
            default -> rooms.handle(arrival.event(), data, arrival.at()).map(Acknowledgement::new);
        };
    }

    /** Authenticates the client by a key; returns the data of the acknowledgement. */
    protected final Mono<Map<String, Long>> authenticate(Credentials credentials) {
        HandshakeInfo handshake = session.getHandshakeInfo();
        return liveSession
                .authenticate(handshake.getHeaders(), handshake.getRemoteAddress(), credentials)
                .map(authenticated -> Map.of("account_id", authenticated.account()));
    }

    /** Lets staff follow a room. Subclasses may have other streams. */
    protected Mono<Acknowledgement> subscribe(SubscribeRequest request) {
        String stream = request.stream();
        if (!stream.startsWith(RoomConnection.STREAM_PREFIX)) {
            throw Problem.input("stream", ErrorCode.VALUE, "is no room's, and only rooms are followed here");
        }
        request.mustHaveNoFilter();
        return rooms.follow(stream, request.after(), this)
                .map(position -> new Acknowledgement(Map.of("stream", stream, "position", position)));
    }

    protected void unsubscribe(String stream) {
        rooms.unfollow(stream);
    }
}
