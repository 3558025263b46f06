package encore.api.rsocket;

import encore.api.authentication.AuthenticationDeadline;
import encore.api.binding.FrameFields;
import encore.api.binding.FrameJson;
import encore.api.fanout.RoomConnection;
import encore.api.fanout.RoomConnections;
import encore.api.fanout.RoomFrameJson;
import encore.api.fanout.RoomTransport;
import encore.api.live.Credentials;
import encore.api.live.FrameWriter;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSession;
import encore.api.live.SubscribeRequest;
import encore.api.live.Subscription;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.errors.ErrorGuard;
import io.netty.buffer.Unpooled;
import io.rsocket.RSocket;
import io.rsocket.RSocketErrorException;
import io.rsocket.exceptions.ApplicationErrorException;
import io.rsocket.exceptions.InvalidException;
import io.rsocket.exceptions.RejectedException;
import io.rsocket.util.RSocketProxy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.messaging.rsocket.RSocketRequester;
import org.springframework.web.reactive.socket.CloseStatus;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** One client on RSocket. Frames of its streams are sent as fast as its connection accepts them. */
final class RSocketSession extends RSocketProxy implements RoomTransport {

    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);

    private static final Set<String> FRAME_FIELDS = Set.of("event", "data");

    private final RSocketConnection connection;
    private final LiveSession liveSession;
    private final RoomConnection rooms;
    private final LiveMeters meters;
    private final AuthenticationDeadline deadline;
    private final Set<RSocketStream> streams = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean setupReceived = new AtomicBoolean();

    RSocketSession(
            RSocket client,
            RSocketConnection connection,
            LiveSession liveSession,
            RoomConnections roomConnections,
            LiveMeters meters) {
        super(client);
        this.connection = connection;
        this.liveSession = liveSession;
        this.meters = meters;
        this.deadline = new AuthenticationDeadline(liveSession::isAuthenticated, () -> end(UNKNOWN), this::later);
        this.rooms = roomConnections.create(liveSession, this);
    }

    /** Returns the client for which a handler was called. */
    static RSocketSession of(RSocketRequester client) {
        return (RSocketSession) Objects.requireNonNull(client.rsocket());
    }

    /**
     * Authenticates the client with its SETUP. After one without data the first join says who the client is. Later metadata
     * pushes arrive here too and are ignored.
     */
    Mono<Void> authenticate(byte[] credentials) {
        if (!setupReceived.compareAndSet(false, true)) {
            return Mono.empty();
        }
        if (credentials.length == 0) {
            return Mono.fromRunnable(this::begin);
        }
        return liveSession
                .authenticate(
                        connection.headers(),
                        connection.clientAddress(),
                        Credentials.fromJson(FrameJson.read(Unpooled.wrappedBuffer(credentials))))
                .doOnNext(authenticated -> begin())
                .then();
    }

    private void begin() {
        connection.onWritable(() -> streams.forEach(RSocketStream::drain));
        Flux.interval(CHECK_INTERVAL)
                .onBackpressureDrop()
                .takeUntilOther(connection.onClose().onErrorComplete())
                .doFinally(end -> {
                    rooms.close();
                    liveSession.close();
                })
                .subscribe(tick -> check());
        deadline.begin();
    }

    private void later(Runnable work, Duration delay) {
        Mono.delay(delay).takeUntilOther(connection.onClose().onErrorComplete()).subscribe(over -> work.run());
    }

    private void check() {
        if (liveSession.isRevoked()) {
            end(REVOKED);
        } else if (liveSession.isBanned(rooms.pageTabs())) {
            end(BANNED);
        } else if (connection.isStalled()) {
            meters.slow();
            connection.dispose();
        } else {
            streams.forEach(RSocketStream::check);
        }
    }

    @Override
    public HttpHeaders headers() {
        return connection.headers();
    }

    @Override
    public @Nullable InetSocketAddress clientAddress() {
        return connection.clientAddress();
    }

    @Override
    public void end(CloseStatus status) {
        boolean isAddressBanned = status.equals(BANNED) && liveSession.isBanned(rooms.pageTabs());
        connection.sendErrorAndClose(ConnectionEnd.of(status, isAddressBanned));
    }

    // What clients emit.

    /** Handles a frame of the client; returns the data of its answer. */
    Mono<String> emit(byte[] frame) {
        Instant arrivedAt = Instant.now();
        return Mono.defer(() -> handle(frame, arrivedAt))
                .map(answer -> FrameWriter.json(answer, liveSession.seesContacts()))
                .onErrorMap(failure -> {
                    rooms.refuse(failure);
                    return toRSocketError(failure);
                });
    }

    private Mono<? extends Record> handle(byte[] frame, Instant arrivedAt) {
        JsonNode request = read(frame);
        String event = request.path("event").asString("");
        FrameFields.require(request, FRAME_FIELDS);
        if (event.equals(RoomConnection.JOIN)) {
            throw Problem.input("event", ErrorCode.VALUE, "join is a request-stream");
        }
        return rooms.handle(event, request.path("data"), arrivedAt);
    }

    private JsonNode read(byte[] frame) {
        if (frame.length > MAX_FRAME_BYTES) {
            meters.unreadable();
            end(CloseStatus.TOO_BIG_TO_PROCESS);
            throw Problem.unreadable("too-large", "The frame is too large.");
        }
        return FrameJson.read(Unpooled.wrappedBuffer(frame));
    }

    // What clients follow.

    /** Opens a stream: a room for a join, else what a subscription asks for. */
    Flux<DataBuffer> open(byte[] request) {
        return Flux.create(sink -> open(request, sink), FluxSink.OverflowStrategy.IGNORE);
    }

    private void open(byte[] request, FluxSink<DataBuffer> sink) {
        RSocketStream stream = new RSocketStream(connection, meters, sink);
        streams.add(stream);
        sink.onRequest(more -> stream.drain());
        Disposable opening = ErrorGuard.of(Mono.defer(() -> open(request, stream)))
                .subscribe(nothing -> {}, failure -> {
                    rooms.refuse(failure);
                    stream.fail(toRSocketError(failure));
                });
        sink.onDispose(() -> {
            opening.dispose();
            streams.remove(stream);
            stream.end();
        });
    }

    private Mono<Void> open(byte[] request, RSocketStream stream) {
        if (streams.size() > LiveSession.MAX_STREAMS) {
            throw Problem.input("stream", ErrorCode.VALUE, "exceeds the limit of streams on one connection");
        }
        JsonNode wanted = read(request);
        if (wanted.path("event").asString("").equals(RoomConnection.JOIN)) {
            FrameFields.require(wanted, FRAME_FIELDS);
            return join(wanted.path("data"), stream);
        }
        SubscribeRequest subscribeRequest = SubscribeRequest.fromJson(wanted);
        return subscribeRequest.stream().startsWith(RoomConnection.STREAM_PREFIX)
                ? follow(subscribeRequest, stream)
                : subscribe(subscribeRequest, stream);
    }

    private Mono<Void> join(JsonNode data, RSocketStream stream) {
        deadline.arrived();
        return rooms.join(data, stream)
                .doOnNext(joined -> {
                    stream.submit(RoomFrameJson.begin("joined", joined.roomName(), joined.position())
                            + FrameWriter.json(joined, liveSession.seesContacts()) + "}");
                    stream.begin(() -> {}, () -> rooms.leave(joined.roomName(), stream));
                })
                .doOnError(deadline::refused)
                .doFinally(end -> deadline.answered())
                .then();
    }

    private Mono<Void> follow(SubscribeRequest request, RSocketStream stream) {
        String name = request.stream();
        request.mustHaveNoFilter();
        return rooms.follow(name, request.after(), stream)
                .doOnNext(position -> {
                    stream.submit(FrameWriter.event("subscribed", name, position, "null"));
                    stream.begin(() -> {}, () -> rooms.unfollow(name));
                })
                .then();
    }

    private Mono<Void> subscribe(SubscribeRequest request, RSocketStream stream) {
        return liveSession
                .prepareSubscription(request, stream)
                .map(pendingSubscription -> withSubscribedFrame(pendingSubscription, request))
                .doOnNext(pendingSubscription -> stream.begin(
                        () -> liveSession.start(pendingSubscription),
                        () -> liveSession.stop(pendingSubscription.subscription())))
                .then();
    }

    /**
     * Adds a first frame with the position at which a subscription begins, when the client did not name one. Over
     * RSocket there is no acknowledgement that could carry it.
     */
    private static LiveSession.PendingSubscription withSubscribedFrame(
            LiveSession.PendingSubscription pendingSubscription, SubscribeRequest subscribeRequest) {
        if (pendingSubscription.firstFrame() != null || subscribeRequest.after() != null) {
            return pendingSubscription;
        }
        Subscription<?> subscription = pendingSubscription.subscription();
        return new LiveSession.PendingSubscription(
                subscription, FrameWriter.event("subscribed", subscription.name(), subscription.position, "null"));
    }

    private static RSocketErrorException toRSocketError(Throwable failure) {
        Problem problem = FrameWriter.problem(failure);
        String text = FrameWriter.error(problem);
        return switch (problem.status()) {
            case BAD_REQUEST -> new InvalidException(text);
            case INTERNAL_SERVER_ERROR -> new ApplicationErrorException(text);
            default -> new RejectedException(text);
        };
    }
}
