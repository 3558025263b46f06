package encore.infra.backend.peer.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.rsocket.DuplexConnection;
import io.rsocket.RSocketErrorException;
import java.io.IOException;
import java.net.SocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Logs why a connection cannot be read any further, for example because a frame is too large, and closes it. */
record ReadFailureLog(DuplexConnection connection) implements DuplexConnection {

    private static final Logger LOG = LoggerFactory.getLogger(ReadFailureLog.class);

    @Override
    public Flux<ByteBuf> receive() {
        return connection.receive().doOnError(failure -> {
            if (!(failure instanceof IOException)) { // A process that dies resets its connections.
                LOG.warn(
                        "Refused: {} sent data that cannot be read ({})",
                        remoteAddress(),
                        failure.getClass().getSimpleName());
            }
            dispose();
        });
    }

    @Override
    public void sendFrame(int streamId, ByteBuf frame) {
        connection.sendFrame(streamId, frame);
    }

    @Override
    public void sendErrorAndClose(RSocketErrorException error) {
        connection.sendErrorAndClose(error);
    }

    @Override
    public ByteBufAllocator alloc() {
        return connection.alloc();
    }

    @Override
    public SocketAddress remoteAddress() {
        return connection.remoteAddress();
    }

    @Override
    public Mono<Void> onClose() {
        return connection.onClose();
    }

    @Override
    public void dispose() {
        connection.dispose();
    }

    @Override
    public boolean isDisposed() {
        return connection.isDisposed();
    }
}
