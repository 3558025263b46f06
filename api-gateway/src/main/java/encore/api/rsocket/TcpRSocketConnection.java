package encore.api.rsocket;

import encore.api.live.LiveMeters;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.rsocket.frame.FrameLengthCodec;
import io.rsocket.transport.netty.RSocketLengthCodec;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;

/** RSocket frames on a TCP connection, each preceded by its length. */
final class TcpRSocketConnection extends RSocketConnection {

    private final Connection connection;

    /** The connection no longer knows it once it is closed. */
    private final Executor executor;

    TcpRSocketConnection(Connection connection, LiveMeters meters) {
        super(meters);
        this.connection = connection;
        this.executor = connection.channel().eventLoop();
        connection.addHandlerLast(new RSocketLengthCodec(MAX_INBOUND_FRAME));
        connection
                .outbound()
                .send(outgoing())
                .then()
                .onErrorComplete()
                .doFinally(end -> connection.dispose())
                .subscribe();
    }

    @Override
    HttpHeaders headers() {
        return HttpHeaders.EMPTY;
    }

    @Override
    @Nullable
    InetSocketAddress clientAddress() {
        return connection.channel().remoteAddress() instanceof InetSocketAddress address ? address : null;
    }

    @Override
    Executor executor() {
        return executor;
    }

    @Override
    ByteBuf encode(ByteBuf frame) {
        return FrameLengthCodec.encode(alloc(), frame.readableBytes(), frame);
    }

    @Override
    Flux<ByteBuf> incoming() {
        return connection.inbound().receive().map(FrameLengthCodec::frame);
    }

    @Override
    public ByteBufAllocator alloc() {
        return connection.channel().alloc();
    }

    @Override
    void closeNow() {
        connection.dispose();
    }

    @Override
    Mono<Void> whenClosed() {
        return connection.onTerminate();
    }
}
