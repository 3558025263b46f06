package encore.infra.backend.peer;

import org.springframework.messaging.handler.annotation.MessageExceptionHandler;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.rsocket.RSocketRequester;
import org.springframework.messaging.rsocket.annotation.ConnectMapping;
import reactor.core.publisher.Mono;

/** Answers connections that have not proved themselves. These are their only routes. */
final class IntroductionController {

    private final String side;
    private final String node;
    private final long since;
    private final ClusterSecret secret;

    IntroductionController(String side, String node, long since, ClusterSecret secret) {
        this.side = side;
        this.node = node;
        this.since = since;
        this.secret = secret;
    }

    @ConnectMapping
    void begin(@Payload Introduction.Setup setup, RSocketRequester gateway) {
        Guest.at(gateway).begin(setup);
    }

    @MessageMapping(Introduction.CHALLENGE)
    Introduction.Node challenge(RSocketRequester gateway) {
        Guest guest = Guest.at(gateway);
        byte[] proof = secret.proof(Introduction.Node.role(side, node), guest.itsChallenge(), guest.challenge());
        return new Introduction.Node(side, node, since, guest.challenge(), proof);
    }

    @MessageMapping(Introduction.PROOF)
    Mono<Void> prove(@Payload byte[] proof, RSocketRequester gateway) {
        Guest guest = Guest.at(gateway);
        return secret.proves(proof, Introduction.GATEWAY, guest.itsChallenge(), guest.challenge())
                ? guest.prove()
                : guest.turnAway("has another cluster secret");
    }

    /**
     * Rethrows the exception of an unreadable message to the connection's guard. Without this method Spring would write
     * the message into the log.
     */
    @MessageExceptionHandler
    void passOn(Exception unreadable) throws Exception {
        throw unreadable;
    }
}
