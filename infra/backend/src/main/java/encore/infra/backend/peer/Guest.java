package encore.infra.backend.peer;

import encore.infra.backend.Trace;
import encore.kernel.Refusal;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.exceptions.ApplicationErrorException;
import io.rsocket.util.DefaultPayload;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One connection to a node. Until it has proved that it knows the secret it is told nothing but a challenge. */
final class Guest implements RSocket {

    private static final Logger LOG = LoggerFactory.getLogger(Guest.class);
    private static final Duration TO_PROVE = Duration.ofSeconds(2);

    private final PeerServer server;
    private final Introduction.Setup setup;
    private final RSocket connection;
    private final byte[] challenge = ClusterSecret.challenge();
    private volatile boolean proven;

    Guest(PeerServer server, Introduction.Setup setup, RSocket connection) {
        this.server = server;
        this.setup = setup;
        this.connection = connection;
        Mono.delay(TO_PROVE)
                .filter(late -> !proven && !connection.isDisposed())
                .subscribe(late -> turnAway("did not prove in time that it knows the cluster's secret"));
    }

    @Override
    public Mono<Payload> requestResponse(Payload payload) {
        Request request = Request.read(payload);
        String route = request.route();
        if (!proven) {
            return introduce(route, request.body()).map(Guest::payload);
        }
        if (route == null) {
            return forged(request);
        }
        if (!server.enter()) {
            return Mono.just(payload(Reply.of(Reply.Kind.LEAVING)));
        }
        Mono<Reply> answer;
        try {
            answer = server.answering().answer(route, request.head(), request.body());
        } catch (RuntimeException unreadable) {
            server.leave();
            return forged(request);
        }
        if (answer == null) {
            server.leave();
            return forged(request);
        }
        return answer.onErrorResume(failure -> Mono.just(failed(request, failure)))
                .map(Guest::payload)
                .doFinally(end -> server.leave());
    }

    private Mono<Reply> introduce(@Nullable String route, byte[] body) {
        if (Introduction.CHALLENGE.equals(route)) {
            String side = server.answering().side();
            return Mono.just(Reply.answer(
                    0,
                    new Introduction.Node(
                            side,
                            server.node(),
                            challenge,
                            server.secret()
                                    .proof(
                                            Introduction.Node.role(side, server.node()),
                                            setup.challenge(),
                                            challenge))));
        }
        if (Introduction.PROOF.equals(route)
                && server.secret().proves(body, Introduction.GATEWAY, setup.challenge(), challenge)) {
            proven = true;
            LOG.info("{} is connected", setup.node());
            return Mono.just(Reply.of(Reply.Kind.PULSE));
        }
        return turnAway(
                Introduction.PROOF.equals(route)
                        ? "has another cluster secret"
                        : "asked for something before it proved that it knows the cluster's secret");
    }

    private Reply failed(Request request, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof Refusal refusal) {
            return Reply.refused(refusal);
        }
        LOG.error("{} failed: {}", request.named(), Trace.of(cause));
        return Reply.of(Reply.Kind.FAILED);
    }

    @Override
    public Flux<Payload> requestStream(Payload payload) {
        Request request = Request.read(payload);
        Flux<Reply> stream =
                proven && request.route() != null ? server.answering().follow(request.route()) : null;
        if (stream == null) {
            return proven
                    ? Flux.from(forged(request))
                    : Flux.from(turnAway("asked for a stream before it proved that it knows the cluster's secret"));
        }
        return stream.takeUntilOther(server.leaving()).map(Guest::payload);
    }

    private <T> Mono<T> forged(Request request) {
        return turnAway("sent " + request.named() + ", which is no message of ours or not readable");
    }

    /** Nothing was done. What is not of our making is not talked to any longer. */
    private <T> Mono<T> turnAway(String why) {
        LOG.warn("Refused: {} {}", PeerServer.printable(setup.node()), why);
        // A moment later, so that the refusal is heard.
        Mono.delay(Duration.ofMillis(50)).subscribe(later -> connection.dispose());
        return Mono.error(new ApplicationErrorException("refused"));
    }

    private static Payload payload(Reply reply) {
        return DefaultPayload.create(reply.bytes());
    }
}
