package encore.api.rsocket;

import encore.api.live.LiveMeters;
import encore.api.server.ReservedBits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** RSocket frames on a WebSocket, each in a binary message. */
final class WebSocketRSocketConnection extends RSocketConnection {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private final WebSocketSession session;
    private final Channel channel;
    private final NettyDataBufferFactory buffers;
    private final Sinks.Empty<Void> inputEnded = Sinks.empty();
    private final Sinks.Empty<Void> closeRequested = Sinks.empty();
    private final Sinks.Empty<Void> ended = Sinks.empty();

    WebSocketRSocketConnection(WebSocketSession session, Channel channel, LiveMeters meters) {
        super(meters);
        this.session = session;
        this.channel = channel;
        this.buffers = (NettyDataBufferFactory) session.bufferFactory();
    }

    /** Sends frames until either end closes. The reader of incoming frames must be subscribed before. */
    Mono<Void> run() {
        ReservedBits.refuse(
                channel, () -> session.close(CloseStatus.PROTOCOL_ERROR).subscribe(done -> {}, gone -> closeNow()));
        Mono<Void> sending = session.send(outgoing()
                        .map(frame -> new WebSocketMessage(WebSocketMessage.Type.BINARY, buffers.wrap(frame))))
                .then(Mono.defer(session::close))
                .then(inputEnded.asMono().timeout(CLOSE_TIMEOUT, Mono.empty()));
        return Mono.firstWithSignal(sending, inputEnded.asMono(), closeRequested.asMono())
                .onErrorComplete()
                .doFinally(end -> ended.tryEmitEmpty());
    }

    @Override
    HttpHeaders headers() {
        return session.getHandshakeInfo().getHeaders();
    }

    @Override
    @Nullable
    InetSocketAddress clientAddress() {
        return session.getHandshakeInfo().getRemoteAddress();
    }

    @Override
    Executor executor() {
        return channel.eventLoop();
    }

    @Override
    ByteBuf encode(ByteBuf frame) {
        return frame;
    }

    @Override
    Flux<ByteBuf> incoming() {
        return session.receive()
                .filter(message -> message.getType() == WebSocketMessage.Type.BINARY)
                .map(message -> NettyDataBufferFactory.toByteBuf(message.getPayload()))
                .doFinally(end -> inputEnded.tryEmitEmpty());
    }

    @Override
    public ByteBufAllocator alloc() {
        return buffers.getByteBufAllocator();
    }

    @Override
    void closeNow() {
        closeRequested.tryEmitEmpty();
    }

    @Override
    Mono<Void> whenClosed() {
        return ended.asMono();
    }
}
