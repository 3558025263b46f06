package encore.infra.backend.peer;

import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.RSocketErrorException;
import io.rsocket.exceptions.InvalidException;
import io.rsocket.exceptions.RejectedException;
import io.rsocket.util.RSocketProxy;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.rsocket.RSocketRequester;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A gateway's connection to this node. Until it has proved that it knows the secret, only the handshake's routes answer
 * it.
 */
final class Guest extends RSocketProxy {

    private static final Logger LOG = LoggerFactory.getLogger(Guest.class);
    private static final Duration TO_PROVE = Duration.ofSeconds(2);

    private final byte[] challenge = ClusterSecret.challenge();
    private volatile Introduction.@Nullable Setup setup;
    private volatile boolean proven;

    Guest(RSocket connection) {
        super(connection);
    }

    /** Returns the connection that a handler was called on. */
    static Guest at(RSocketRequester gateway) {
        return (Guest) Objects.requireNonNull(gateway.rsocket());
    }

    void begin(Introduction.Setup its) {
        if (!its.isOurs()) {
            throw new IllegalArgumentException("not a gateway of this version");
        }
        setup = its;
        Mono.delay(TO_PROVE)
                .filter(late -> !proven && !isDisposed())
                .flatMap(late -> turnAway("did not prove in time that it knows the cluster's secret"))
                .onErrorComplete()
                .subscribe();
    }

    byte[] challenge() {
        return challenge;
    }

    byte[] itsChallenge() {
        return setup().challenge();
    }

    /** Returns the cipher for data that only this gateway may read. */
    Envelope envelope(ClusterSecret secret) {
        return Envelope.of(secret, itsChallenge(), challenge);
    }

    private Introduction.Setup setup() {
        return Objects.requireNonNull(setup, "not introduced");
    }

    Mono<Void> prove() {
        proven = true;
        LOG.info("{} is connected", setup().node());
        return Mono.empty();
    }

    /**
     * Refuses a request without having done anything, and closes the connection: the other end is not one of our
     * gateways.
     */
    <T> Mono<T> turnAway(String why) {
        LOG.warn("Refused: {} {}", printable(setup().node()), why);
        // Closes a moment later, so that the other end receives the refusal.
        Mono.delay(Duration.ofMillis(50)).subscribe(later -> dispose());
        return Mono.error(new InvalidException("refused"));
    }

    private <T> Mono<T> stranger(Throwable failure) {
        return failure instanceof RSocketErrorException told
                ? Mono.error(told)
                : turnAway("asked for something before it proved that it knows the cluster's secret");
    }

    private <T> Mono<T> forger(Throwable failure) {
        if (failure instanceof RSocketErrorException told) {
            return Mono.error(told);
        }
        String what =
                failure instanceof SideController.UnknownMessage ? String.valueOf(failure.getMessage()) : "something";
        return turnAway("sent " + printable(what) + ", which is not a known message or cannot be read");
    }

    private static String printable(String name) {
        return name.length() <= 128 && name.chars().allMatch(c -> c >= 0x20 && c < 0x7F) ? name : "(unreadable)";
    }

    /**
     * Returns a responder that guards Spring's handlers: it calls those of the handshake, and those of the side only
     * after the gateway has proved itself.
     */
    RSocket guarding(RSocket introducing, RSocket answering, PeerServer server) {
        return new RSocket() {

            @Override
            public Mono<Payload> requestResponse(Payload payload) {
                if (!proven) {
                    return Mono.defer(() -> introducing.requestResponse(payload))
                            .onErrorResume(Guest.this::stranger);
                }
                if (!server.enter()) {
                    payload.release();
                    return Mono.error(new RejectedException("leaving"));
                }
                return Mono.defer(() -> answering.requestResponse(payload))
                        .onErrorResume(Guest.this::forger)
                        .doFinally(end -> server.leave());
            }

            @Override
            public Flux<Payload> requestStream(Payload payload) {
                return proven
                        ? Flux.defer(() -> answering.requestStream(payload))
                                .onErrorResume(Guest.this::forger)
                                .takeUntilOther(server.leaving())
                        : Flux.defer(() -> introducing.requestStream(payload)).onErrorResume(Guest.this::stranger);
            }
        };
    }
}
