package encore.infra.backend.peer.server;

import encore.infra.backend.peer.ClusterSecret;
import encore.infra.backend.peer.PeerHandshake;
import org.springframework.messaging.handler.annotation.MessageExceptionHandler;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.rsocket.RSocketRequester;
import org.springframework.messaging.rsocket.annotation.ConnectMapping;
import reactor.core.publisher.Mono;

/** Answers connections that have not proved themselves. These are their only routes. */
final class HandshakeController {

    private final String side;
    private final String node;
    private final long since;
    private final ClusterSecret secret;

    HandshakeController(String side, String node, long since, ClusterSecret secret) {
        this.side = side;
        this.node = node;
        this.since = since;
        this.secret = secret;
    }

    @ConnectMapping
    void accept(@Payload PeerHandshake.Setup setup, RSocketRequester gateway) {
        PeerConnection.of(gateway).accept(setup);
    }

    @MessageMapping(PeerHandshake.CHALLENGE_ROUTE)
    PeerHandshake.NodeIdentity challenge(RSocketRequester gateway) {
        PeerConnection peerConnection = PeerConnection.of(gateway);
        byte[] proof = secret.proof(
                PeerHandshake.NodeIdentity.role(side, node),
                peerConnection.gatewaysChallenge(),
                peerConnection.challenge());
        return new PeerHandshake.NodeIdentity(side, node, since, peerConnection.challenge(), proof, true, true);
    }

    @MessageMapping(PeerHandshake.PROOF_ROUTE)
    Mono<Void> prove(@Payload byte[] proof, RSocketRequester gateway) {
        PeerConnection peerConnection = PeerConnection.of(gateway);
        return secret.proves(
                        proof,
                        PeerHandshake.GATEWAY_ROLE,
                        peerConnection.gatewaysChallenge(),
                        peerConnection.challenge())
                ? peerConnection.markProven()
                : peerConnection.refuse("has another cluster secret");
    }

    /**
     * Rethrows the exception of an unreadable message to the connection's guard. Without this method Spring would write
     * the message into the log.
     */
    @MessageExceptionHandler
    void rethrow(Exception unreadable) throws Exception {
        throw unreadable;
    }
}
