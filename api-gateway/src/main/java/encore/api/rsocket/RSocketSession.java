package encore.api.rsocket;

import encore.api.binding.FrameJson;
import encore.api.live.Credentials;
import encore.api.live.FrameWriter;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSession;
import encore.api.live.SubscribeRequest;
import encore.api.live.Subscription;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import io.netty.buffer.Unpooled;
import io.rsocket.RSocket;
import io.rsocket.RSocketErrorException;
import io.rsocket.exceptions.ApplicationErrorException;
import io.rsocket.exceptions.ConnectionErrorException;
import io.rsocket.exceptions.InvalidException;
import io.rsocket.exceptions.RejectedException;
import io.rsocket.util.RSocketProxy;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.messaging.rsocket.RSocketRequester;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;

/** One client on RSocket. Frames of its streams are sent as fast as its connection accepts them. */
final class RSocketSession extends RSocketProxy {

    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);

    private final RSocketConnection connection;
    private final LiveSession liveSession;
    private final LiveMeters meters;
    private final Set<RSocketStream> streams = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean setupReceived = new AtomicBoolean();

    RSocketSession(RSocket client, RSocketConnection connection, LiveSession liveSession, LiveMeters meters) {
        super(client);
        this.connection = connection;
        this.liveSession = liveSession;
        this.meters = meters;
    }

    /** Returns the client for which a handler was called. */
    static RSocketSession of(RSocketRequester client) {
        return (RSocketSession) Objects.requireNonNull(client.rsocket());
    }

    /** Authenticates the client with its SETUP. Later metadata pushes arrive here too and are ignored. */
    Mono<Void> authenticate(byte[] credentials) {
        if (!setupReceived.compareAndSet(false, true)) {
            return Mono.empty();
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
                .doFinally(end -> liveSession.close())
                .subscribe(tick -> check());
    }

    private void check() {
        if (liveSession.isRevoked()) {
            connection.sendErrorAndClose(new ConnectionErrorException(FrameWriter.error(
                    Problem.unauthorized("revoked", "The api_key was revoked, or the session has ended."))));
        } else if (liveSession.isBanned(Set.of())) {
            connection.sendErrorAndClose(new ConnectionErrorException(FrameWriter.error(Problem.banned())));
        } else if (connection.isStalled()) {
            meters.slow();
            connection.dispose();
        } else {
            streams.forEach(RSocketStream::check);
        }
    }

    Flux<String> subscribe(byte[] request) {
        return Flux.create(sink -> subscribe(request, sink), FluxSink.OverflowStrategy.IGNORE);
    }

    private void subscribe(byte[] request, FluxSink<String> sink) {
        RSocketStream stream = new RSocketStream(connection, liveSession, meters, sink);
        streams.add(stream);
        sink.onRequest(more -> stream.drain());
        Disposable opening =
                open(request, stream).subscribe(stream::begin, failure -> stream.fail(toRSocketError(failure)));
        sink.onDispose(() -> {
            opening.dispose();
            streams.remove(stream);
            stream.end();
        });
    }

    private Mono<LiveSession.PendingSubscription> open(byte[] request, RSocketStream stream) {
        return Mono.defer(() -> {
            if (streams.size() > LiveSession.MAX_STREAMS) {
                throw Problem.input("stream", ErrorCode.VALUE, "exceeds the limit of streams on one connection");
            }
            SubscribeRequest subscribeRequest =
                    SubscribeRequest.fromJson(FrameJson.read(Unpooled.wrappedBuffer(request)));
            return liveSession
                    .prepareSubscription(subscribeRequest, stream)
                    .map(pendingSubscription -> withSubscribedFrame(pendingSubscription, subscribeRequest));
        });
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
