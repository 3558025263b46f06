package encore.infra.backend.peer.server;

import encore.infra.backend.ControlMessage;
import encore.infra.backend.peer.ClusterSecret;
import encore.infra.backend.peer.ConnectionCipher;
import encore.infra.backend.peer.PeerHandshake;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.RSocketErrorException;
import io.rsocket.exceptions.InvalidException;
import io.rsocket.exceptions.RejectedException;
import io.rsocket.util.RSocketProxy;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.rsocket.RSocketRequester;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A gateway's connection to this node. Until it has proved that it knows the secret, only the handshake's routes answer
 * it.
 */
final class PeerConnection extends RSocketProxy {

    private static final Logger LOG = LoggerFactory.getLogger(PeerConnection.class);
    private static final Duration PROOF_TIMEOUT = Duration.ofSeconds(2);

    private final byte[] challenge = ClusterSecret.challenge();
    private volatile PeerHandshake.@Nullable Setup setup;
    private volatile boolean proven;

    PeerConnection(RSocket connection) {
        super(connection);
    }

    /** Returns the connection that a handler was called on. */
    static PeerConnection of(RSocketRequester gateway) {
        return (PeerConnection) Objects.requireNonNull(gateway.rsocket());
    }

    void accept(PeerHandshake.Setup received) {
        if (!received.isValid()) {
            throw new IllegalArgumentException("not a gateway of this version");
        }
        setup = received;
        Mono.delay(PROOF_TIMEOUT)
                .filter(late -> !proven && !isDisposed())
                .flatMap(late -> refuse("did not prove in time that it knows the cluster's secret"))
                .onErrorComplete()
                .subscribe();
    }

    byte[] challenge() {
        return challenge;
    }

    byte[] gatewaysChallenge() {
        return setup().challenge();
    }

    /** Returns the cipher for data that only this gateway may read. */
    ConnectionCipher cipher(ClusterSecret secret) {
        return ConnectionCipher.of(secret, gatewaysChallenge(), challenge);
    }

    /** Whether the gateway can read a control message. One of an older build knows no people. */
    boolean reads(ControlMessage message) {
        return !(message instanceof ControlMessage.OfPeople) || Boolean.TRUE.equals(setup().readsPeople());
    }

    private PeerHandshake.Setup setup() {
        return Objects.requireNonNull(setup, "not introduced");
    }

    Mono<Void> markProven() {
        proven = true;
        LOG.info("{} is connected", setup().node());
        return Mono.empty();
    }

    /**
     * Refuses a request without having done anything, and closes the connection: the other end is not one of our
     * gateways.
     */
    <T> Mono<T> refuse(String reason) {
        LOG.warn("Refused: {} {}", printable(setup().node()), reason);
        // Closes a moment later, so that the other end receives the refusal.
        Mono.delay(Duration.ofMillis(50)).subscribe(later -> dispose());
        return Mono.error(new InvalidException("refused"));
    }

    private <T> Mono<T> refuseUnproven(Throwable failure) {
        return failure instanceof RSocketErrorException rsocketError
                ? Mono.error(rsocketError)
                : refuse("asked for something before it proved that it knows the cluster's secret");
    }

    private <T> Mono<T> refuseUnreadable(Throwable failure) {
        if (failure instanceof RSocketErrorException rsocketError) {
            return Mono.error(rsocketError);
        }
        String what =
                failure instanceof SideController.UnknownMessage ? String.valueOf(failure.getMessage()) : "something";
        return refuse("sent " + printable(what) + ", which is not a known message or cannot be read");
    }

    private static String printable(String name) {
        return name.length() <= 128 && name.chars().allMatch(c -> c >= 0x20 && c < 0x7F) ? name : "(unreadable)";
    }

    /**
     * Returns a responder that guards Spring's handlers: it calls those of the handshake, and those of the side only
     * after the gateway has proved itself.
     */
    RSocket guardedResponder(RSocket handshakeResponder, RSocket sideResponder, PeerServer server) {
        return new RSocket() {

            @Override
            public Mono<Payload> requestResponse(Payload payload) {
                if (!proven) {
                    return Mono.defer(() -> handshakeResponder.requestResponse(payload))
                            .onErrorResume(PeerConnection.this::refuseUnproven);
                }
                if (!server.beginRequest()) {
                    payload.release();
                    return Mono.error(new RejectedException("leaving"));
                }
                return Mono.defer(() -> sideResponder.requestResponse(payload))
                        .onErrorResume(PeerConnection.this::refuseUnreadable)
                        .doFinally(end -> server.endRequest());
            }

            @Override
            public Flux<Payload> requestStream(Payload payload) {
                return proven
                        ? Flux.defer(() -> sideResponder.requestStream(payload))
                                .onErrorResume(PeerConnection.this::refuseUnreadable)
                                .takeUntilOther(server.stopping())
                        : Flux.defer(() -> handshakeResponder.requestStream(payload))
                                .onErrorResume(PeerConnection.this::refuseUnproven);
            }

            @Override
            public Flux<Payload> requestChannel(Publisher<Payload> payloads) {
                return proven
                        ? Flux.defer(() -> sideResponder.requestChannel(payloads))
                                .onErrorResume(PeerConnection.this::refuseUnreadable)
                                .takeUntilOther(server.stopping())
                        : Flux.defer(() -> handshakeResponder.requestChannel(payloads))
                                .onErrorResume(PeerConnection.this::refuseUnproven);
            }
        };
    }
}
