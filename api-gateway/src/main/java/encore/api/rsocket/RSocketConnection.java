package encore.api.rsocket;

import encore.api.live.Backlog;
import io.netty.buffer.ByteBuf;
import io.rsocket.RSocketErrorException;
import io.rsocket.exceptions.ConnectionErrorException;
import io.rsocket.frame.ErrorFrameCodec;
import io.rsocket.frame.FrameHeaderCodec;
import io.rsocket.internal.BaseDuplexConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A client's RSocket connection, whatever carries its frames. It knows how much the network has not taken yet: a client
 * may ask for more frames than it ever reads, and what it does not read is not to lie in our memory.
 */
abstract class RSocketConnection extends BaseDuplexConnection {

    /** A frame of a client; nothing that it has to say is longer. */
    static final int LONGEST = 64 * 1_024;

    /** A frame of ours: the most that waits for a follower, in any script. */
    static final int LARGEST = 4 * 1_024 * 1_024;

    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final Backlog underWay = new Backlog(2 * LARGEST);
    private final AtomicBoolean leaving = new AtomicBoolean();
    private volatile Runnable whenThereIsRoom = () -> {};

    /** Returns what was sent along when the connection was opened; empty where there is no such thing. */
    abstract HttpHeaders headers();

    abstract @Nullable InetSocketAddress client();

    /** The frame as it travels. */
    abstract ByteBuf framed(ByteBuf frame);

    abstract Flux<ByteBuf> incoming();

    /** Ends it at once. */
    abstract void cutOff();

    /** Completes when it has ended. */
    abstract Mono<Void> cut();

    /** Frames as the network takes them. */
    final Flux<ByteBuf> outgoing() {
        return sender.doOnNext(frame -> taken(frame.readableBytes()));
    }

    final boolean hasRoom() {
        return !underWay.isFull();
    }

    /** @param work is done each time that a line without room has room again */
    final void whenThereIsRoom(Runnable work) {
        whenThereIsRoom = work;
    }

    /** Whether nothing was taken for long although there was something to take. */
    final boolean isStuck() {
        return underWay.isStuck();
    }

    private void taken(int bytes) {
        if (underWay.take(bytes)) {
            whenThereIsRoom.run();
        }
    }

    @Override
    public final void sendFrame(int streamId, ByteBuf frame) {
        ByteBuf framed = framed(frame);
        // Streams keep to what there is room for; answers to a flood of frames do not.
        boolean bearable = underWay.add(framed.readableBytes());
        super.sendFrame(streamId, framed);
        if (!bearable) {
            dispose();
        }
    }

    /** The error follows what is under way, and the end follows the error; who does not take it is cut off. */
    @Override
    public final void sendErrorAndClose(RSocketErrorException error) {
        if (leaving.compareAndSet(false, true)) {
            ByteBuf framed = framed(ErrorFrameCodec.encode(alloc(), 0, error));
            underWay.add(framed.readableBytes());
            sender.tryEmitFinal(framed);
            Mono.delay(FAREWELL).takeUntilOther(cut()).subscribe(late -> cutOff());
        }
    }

    @Override
    protected final void doOnClose() {
        // Frames count as sent when the network begins to take them: closing then would lose what was said last.
        if (!leaving.get()) {
            cutOff();
        }
    }

    @Override
    public final Mono<Void> onClose() {
        return Mono.whenDelayError(super.onClose(), cut());
    }

    @Override
    public final Flux<ByteBuf> receive() {
        return incoming().doOnNext(RSocketConnection::mustBeWhole).onErrorResume(failure -> {
            if (failure instanceof IOException) { // The client is gone.
                return Flux.empty();
            }
            sendErrorAndClose(new ConnectionErrorException("A frame is too long, in pieces, or none."));
            return Flux.never();
        });
    }

    /** Requests are short: whoever sends them in pieces only wants the pieces kept. */
    private static void mustBeWhole(ByteBuf frame) {
        if (FrameHeaderCodec.streamId(frame) != 0 && FrameHeaderCodec.hasFollows(frame)) {
            throw new IllegalArgumentException("in pieces");
        }
    }

    @Override
    public final SocketAddress remoteAddress() {
        InetSocketAddress client = client();
        return client == null ? new InetSocketAddress(0) : client;
    }
}
