package encore.infra.backend.peer.client;

import encore.infra.backend.peer.Cbor;
import encore.infra.backend.peer.ClusterSecret;
import encore.infra.backend.peer.PeerHandshake;
import encore.infra.backend.peer.server.CommandController;
import io.rsocket.RSocket;
import io.rsocket.core.RSocketServer;
import io.rsocket.transport.netty.server.CloseableChannel;
import io.rsocket.transport.netty.server.TcpServerTransport;
import io.rsocket.util.RSocketProxy;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.rsocket.annotation.ConnectMapping;
import org.springframework.messaging.rsocket.annotation.support.RSocketMessageHandler;
import reactor.core.publisher.Mono;

/** A command node of a build that knew no preconditions, as far as the handshake. It knows no route behind that. */
final class OlderNode implements AutoCloseable {

    /** The answer to the challenge before it said anything of preconditions. */
    record Identity(String side, String node, long since, byte[] challenge, byte[] proof) {}

    /** The requests that came behind the handshake. */
    final AtomicInteger requests = new AtomicInteger();

    private final ClusterSecret secret;
    private final String name;
    private final byte[] own = ClusterSecret.challenge();
    private final CloseableChannel channel;
    private volatile byte[] gateways = {};
    private volatile boolean proven;

    private final class Counting extends RSocketProxy {

        Counting(RSocket responder) {
            super(responder);
        }

        @Override
        public Mono<io.rsocket.Payload> requestResponse(io.rsocket.Payload request) {
            if (proven) {
                requests.incrementAndGet();
            }
            return super.requestResponse(request);
        }
    }

    OlderNode(ClusterSecret secret, String name) {
        this.secret = secret;
        this.name = name;
        this.channel = RSocketServer.create(RSocketMessageHandler.responder(Cbor.STRATEGIES, this))
                .interceptors(all -> all.forResponder((RSocket responder) -> new Counting(responder)))
                .bindNow(TcpServerTransport.create("127.0.0.1", 0));
    }

    InetSocketAddress address() {
        return channel.address();
    }

    @ConnectMapping
    void accept(@Payload PeerHandshake.Setup setup) {
        gateways = setup.challenge();
    }

    @MessageMapping(PeerHandshake.CHALLENGE_ROUTE)
    Identity challenge() {
        String role = PeerHandshake.NodeIdentity.role(CommandController.SIDE, name);
        return new Identity(CommandController.SIDE, name, 1, own, secret.proof(role, gateways, own));
    }

    @MessageMapping(PeerHandshake.PROOF_ROUTE)
    Mono<Void> prove(@Payload byte[] proof) {
        proven = true;
        return Mono.empty();
    }

    @Override
    public void close() {
        channel.dispose();
    }
}
