package encore.api.rsocket;

import encore.api.live.Credentials;
import encore.api.live.Frames;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSession;
import encore.api.live.SubscribeRequest;
import encore.api.live.Subscription;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
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
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One client on RSocket. Frames of its streams are sent as fast as its connection accepts them. */
final class RSocketClient extends RSocketProxy {

    private static final Duration LOOK = Duration.ofMillis(500);

    private final RSocketConnection line;
    private final LiveSession visit;
    private final LiveMeters meters;
    private final Set<RSocketStream> streams = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean introduced = new AtomicBoolean();

    RSocketClient(RSocket client, RSocketConnection line, LiveSession visit, LiveMeters meters) {
        super(client);
        this.line = line;
        this.visit = visit;
        this.meters = meters;
    }

    /** Returns the client for which a handler was called. */
    static RSocketClient at(RSocketRequester client) {
        return (RSocketClient) Objects.requireNonNull(client.rsocket());
    }

    /** Authenticates the client with its SETUP. Later metadata pushes arrive here too and are ignored. */
    void enter(String pair) {
        if (!introduced.compareAndSet(false, true)) {
            return;
        }
        visit.enter(line.headers(), line.client(), Credentials.in(read(pair)));
        line.whenThereIsRoom(() -> streams.forEach(RSocketStream::drain));
        Flux.interval(LOOK)
                .onBackpressureDrop()
                .takeUntilOther(line.onClose().onErrorComplete())
                .doFinally(end -> visit.leave())
                .subscribe(tick -> look());
    }

    private void look() {
        if (visit.isRevoked()) {
            line.sendErrorAndClose(new ConnectionErrorException(
                    Frames.error(Problem.unauthorized("revoked", "The api_key was revoked."))));
        } else if (visit.isBanned()) {
            line.sendErrorAndClose(new ConnectionErrorException(Frames.error(Problem.banned())));
        } else if (line.isStuck()) {
            meters.slow();
            line.dispose();
        } else {
            streams.forEach(RSocketStream::look);
        }
    }

    Flux<String> follow(String request) {
        return Flux.create(sink -> follow(request, sink), FluxSink.OverflowStrategy.IGNORE);
    }

    private void follow(String request, FluxSink<String> sink) {
        RSocketStream stream = new RSocketStream(line, visit, meters, sink);
        streams.add(stream);
        sink.onRequest(more -> stream.drain());
        Disposable opening = open(request, stream).subscribe(stream::begin, failure -> stream.fail(told(failure)));
        sink.onDispose(() -> {
            opening.dispose();
            streams.remove(stream);
            stream.end();
        });
    }

    private Mono<LiveSession.Opening> open(String request, RSocketStream stream) {
        return Mono.defer(() -> {
            if (streams.size() > LiveSession.MOST_STREAMS) {
                throw Problem.input("stream", ErrorCode.VALUE, "exceeds the limit of streams on one connection");
            }
            SubscribeRequest wish = SubscribeRequest.in(read(request));
            return visit.open(wish, stream).map(opening -> beginning(opening, wish));
        });
    }

    /**
     * Adds a first frame with the position at which a subscription begins, when the client did not name one. Over
     * RSocket there is no acknowledgement that could carry it.
     */
    private static LiveSession.Opening beginning(LiveSession.Opening opening, SubscribeRequest wish) {
        if (opening.first() != null || wish.after() != null) {
            return opening;
        }
        Subscription<?> subscription = opening.subscription();
        return new LiveSession.Opening(
                subscription, Frames.event("subscribed", subscription.name(), subscription.position, "null"));
    }

    private static JsonNode read(String json) {
        try {
            return JsonMapper.shared().readTree(json);
        } catch (JacksonException malformed) {
            throw Problem.unreadable("not-json", "The data of the payload must be JSON.");
        }
    }

    private static RSocketErrorException told(Throwable failure) {
        Problem problem = Frames.problem(failure);
        String text = Frames.error(problem);
        return switch (problem.status()) {
            case BAD_REQUEST -> new InvalidException(text);
            case INTERNAL_SERVER_ERROR -> new ApplicationErrorException(text);
            default -> new RejectedException(text);
        };
    }
}
