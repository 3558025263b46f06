package encore.api.rsocket;

import encore.api.live.Backlog;
import encore.api.live.FrameWriter;
import encore.api.live.LiveMeters;
import encore.api.problems.Problem;
import io.netty.buffer.ByteBuf;
import io.rsocket.RSocketErrorException;
import io.rsocket.exceptions.ConnectionErrorException;
import io.rsocket.exceptions.InvalidException;
import io.rsocket.exceptions.InvalidSetupException;
import io.rsocket.frame.ErrorFrameCodec;
import io.rsocket.frame.FrameHeaderCodec;
import io.rsocket.internal.BaseDuplexConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A client's RSocket connection over any transport. It counts the bytes that the network has not taken yet: a client
 * may request more frames than it reads, and unread frames must not fill the gateway's memory.
 */
abstract class RSocketConnection extends BaseDuplexConnection {

    /** The most bytes of a client's frame; no valid request is longer. */
    static final int MAX_INBOUND_FRAME = 64 * 1_024;

    /** The most bytes of a frame to a client: all that may wait for a follower, in any script. */
    static final int MAX_OUTBOUND_FRAME = 4 * 1_024 * 1_024;

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final Backlog backlog = new Backlog(2 * MAX_OUTBOUND_FRAME);
    private final AtomicBoolean closing = new AtomicBoolean();
    private final LiveMeters meters;
    private volatile Runnable onWritable = () -> {};

    RSocketConnection(LiveMeters meters) {
        this.meters = meters;
    }

    /** Returns the HTTP headers with which the connection was opened; empty over TCP. */
    abstract HttpHeaders headers();

    abstract @Nullable InetSocketAddress clientAddress();

    /** Returns the thread on which the network is written to. */
    abstract Executor executor();

    /** Encodes a frame for the transport. */
    abstract ByteBuf encode(ByteBuf frame);

    abstract Flux<ByteBuf> incoming();

    /** Closes the connection at once. */
    abstract void closeNow();

    /** Completes when the connection is closed. */
    abstract Mono<Void> whenClosed();

    /** Returns the frames to send, and counts each when the network takes it. */
    final Flux<ByteBuf> outgoing() {
        return sender.doOnNext(frame -> countTaken(frame.readableBytes()));
    }

    final boolean isWritable() {
        return !backlog.isFull();
    }

    /** Sets the work that runs each time the connection accepts frames again after it was full. */
    final void onWritable(Runnable work) {
        onWritable = work;
    }

    /** Whether bytes are waiting and the network has taken none for a long time. */
    final boolean isStalled() {
        return backlog.isStalled();
    }

    private void countTaken(int bytes) {
        if (backlog.take(bytes)) {
            onWritable.run();
        }
    }

    @Override
    public final void sendFrame(int streamId, ByteBuf frame) {
        ByteBuf encoded = encode(frame);
        // Streams respect the backlog. Answers to a flood of a client's frames do not, so the connection is closed.
        boolean withinLimit = backlog.add(encoded.readableBytes());
        super.sendFrame(streamId, encoded);
        if (!withinLimit) {
            dispose();
        }
    }

    /**
     * Sends an error after all pending frames and then closes. A client that does not read the error in time is
     * disconnected.
     */
    @Override
    public final void sendErrorAndClose(RSocketErrorException error) {
        if (closing.compareAndSet(false, true)) {
            ByteBuf encoded = encode(ErrorFrameCodec.encode(alloc(), 0, error));
            backlog.add(encoded.readableBytes());
            sender.tryEmitFinal(encoded);
            Mono.delay(CLOSE_TIMEOUT).takeUntilOther(whenClosed()).subscribe(late -> closeNow());
        }
    }

    @Override
    protected final void doOnClose() {
        // Frames count as sent when the network begins to take them: closing now would lose the last ones.
        if (!closing.get()) {
            closeNow();
        }
    }

    @Override
    public final Mono<Void> onClose() {
        return Mono.whenDelayError(super.onClose(), whenClosed());
    }

    @Override
    public final Flux<ByteBuf> receive() {
        return incoming()
                .doOnNext(RSocketConnection::mustBeReadable)
                .filter(this::isWanted)
                .onErrorResume(failure -> {
                    if (failure instanceof IOException) { // The client is gone.
                        return Flux.empty();
                    }
                    meters.unreadable();
                    sendErrorAndClose(
                            failure instanceof InvalidSetupException setup
                                    ? setup
                                    : new ConnectionErrorException("A frame is too long, fragmented or malformed."));
                    return Flux.never();
                });
    }

    /** Refuses a stream of which the client requests nothing, and drops its frame. */
    private boolean isWanted(ByteBuf frame) {
        if (!FrameShape.requestsNothing(frame)) {
            return true;
        }
        int stream = FrameHeaderCodec.streamId(frame);
        String error = FrameWriter.error(
                Problem.unreadable("request-n", "A stream is opened with a request for at least one frame."));
        sendFrame(stream, ErrorFrameCodec.encode(alloc(), stream, new InvalidException(error)));
        return false;
    }

    /**
     * Refuses a malformed frame, and a fragmented one. Valid requests are short; fragments would only occupy memory.
     */
    private static void mustBeReadable(ByteBuf frame) {
        if (!FrameShape.isComplete(frame)) {
            throw FrameShape.isSetup(frame)
                    ? new InvalidSetupException(FrameWriter.error(
                            Problem.unreadable("setup", "A field of SETUP is longer than the frame.")))
                    : new IllegalArgumentException("incomplete");
        }
        if (FrameHeaderCodec.streamId(frame) != 0 && FrameHeaderCodec.hasFollows(frame)) {
            throw new IllegalArgumentException("in pieces");
        }
        if (FrameShape.requestsNothingMore(frame)) {
            throw new IllegalArgumentException("a request for nothing");
        }
    }

    @Override
    public final SocketAddress remoteAddress() {
        InetSocketAddress client = clientAddress();
        return client == null ? new InetSocketAddress(0) : client;
    }
}
