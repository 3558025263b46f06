package encore.api.rsocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** RSocket frames on a WebSocket, each in a binary message. */
final class WebSocketLine extends RSocketConnection {

    private static final Duration GOODBYE = Duration.ofSeconds(1);

    private final WebSocketSession session;
    private final NettyDataBufferFactory buffers;
    private final Sinks.Empty<Void> heardAll = Sinks.empty();
    private final Sinks.Empty<Void> over = Sinks.empty();
    private final Sinks.Empty<Void> ended = Sinks.empty();

    WebSocketLine(WebSocketSession session) {
        this.session = session;
        this.buffers = (NettyDataBufferFactory) session.bufferFactory();
    }

    /** Sends frames until either end closes. The reader of incoming frames must be subscribed before. */
    Mono<Void> run() {
        Mono<Void> sending = session.send(outgoing()
                        .map(frame -> new WebSocketMessage(WebSocketMessage.Type.BINARY, buffers.wrap(frame))))
                .then(Mono.defer(session::close))
                .then(heardAll.asMono().timeout(GOODBYE, Mono.empty()));
        return Mono.firstWithSignal(sending, heardAll.asMono(), over.asMono())
                .onErrorComplete()
                .doFinally(end -> ended.tryEmitEmpty());
    }

    @Override
    HttpHeaders headers() {
        return session.getHandshakeInfo().getHeaders();
    }

    @Override
    @Nullable
    InetSocketAddress client() {
        return session.getHandshakeInfo().getRemoteAddress();
    }

    @Override
    ByteBuf framed(ByteBuf frame) {
        return frame;
    }

    @Override
    Flux<ByteBuf> incoming() {
        return session.receive()
                .filter(message -> message.getType() == WebSocketMessage.Type.BINARY)
                .map(message -> NettyDataBufferFactory.toByteBuf(message.getPayload()))
                .doFinally(end -> heardAll.tryEmitEmpty());
    }

    @Override
    public ByteBufAllocator alloc() {
        return buffers.getByteBufAllocator();
    }

    @Override
    void cutOff() {
        over.tryEmitEmpty();
    }

    @Override
    Mono<Void> cut() {
        return ended.asMono();
    }
}
