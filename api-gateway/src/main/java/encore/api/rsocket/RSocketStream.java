package encore.api.rsocket;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.api.fanout.RoomClient;
import encore.api.fanout.RoomEncoding;
import encore.api.live.Backlog;
import encore.api.live.FrameSink;
import encore.api.live.FrameWriter;
import encore.api.live.LiveMeters;
import encore.api.problems.Problem;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.rsocket.RSocketErrorException;
import io.rsocket.exceptions.CanceledException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.FluxSink;

/**
 * One stream of a client: a subscription or a room. Frames wait here until the client has requested them and its
 * connection accepts them. When too many bytes wait, or any wait for too long, the stream ends.
 */
final class RSocketStream implements FrameSink, RoomClient {

    private static final NettyDataBufferFactory BUFFERS = new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT);

    private static final Problem SLOW = new Problem(
            HttpStatus.REQUEST_TIMEOUT,
            "slow",
            "The stream was not requested and read fast enough; subscribe again after the last position.",
            List.of(),
            Map.of());

    private final RSocketConnection connection;
    private final LiveMeters meters;
    private final FluxSink<DataBuffer> sink;
    private final Queue<ByteBuf> frames = new ConcurrentLinkedQueue<>();
    private final Backlog backlog = new Backlog(Backlog.MAX_BYTES);
    private final AtomicInteger drains = new AtomicInteger();
    private final AtomicReference<@Nullable RSocketErrorException> failure = new AtomicReference<>();

    /** Whether the client left the room. The frames that wait are sent before the stream completes. */
    private volatile boolean isLeft;

    @GuardedBy("this")
    private Runnable stop = () -> {};

    @GuardedBy("this")
    private boolean ended;

    RSocketStream(RSocketConnection connection, LiveMeters meters, FluxSink<DataBuffer> sink) {
        this.connection = connection;
        this.meters = meters;
        this.sink = sink;
    }

    /**
     * Begins, or stops at once if the client has cancelled the stream.
     *
     * @param stop is run when the stream ends
     */
    synchronized void begin(Runnable start, Runnable stop) {
        if (ended) {
            stop.run();
            return;
        }
        this.stop = stop;
        start.run();
    }

    /** Ends the stream when its last signal was sent, or the client has cancelled it. */
    void end() {
        Runnable end;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            end = stop;
        }
        end.run();
        drain();
    }

    private synchronized boolean hasEnded() {
        return ended;
    }

    void fail(RSocketErrorException error) {
        if (failure.compareAndSet(null, error)) {
            drain();
        }
    }

    /**
     * Ends the stream when its client reads nothing. It is called regularly: a client that does not read causes no
     * event.
     */
    void check() {
        if (backlog.isStalled()) {
            slow();
        }
    }

    private void slow() {
        if (failure.get() == null) {
            meters.slow();
            fail(new CanceledException(FrameWriter.error(SLOW)));
        }
    }

    @Override
    public boolean isFull() {
        return backlog.isFull();
    }

    @Override
    public void send(String frame) {
        add(ByteBufUtil.writeUtf8(PooledByteBufAllocator.DEFAULT, frame));
        drain();
    }

    /** Sends a frame after those that were written on the client's thread before. */
    void submit(String frame) {
        executor().execute(() -> send(frame));
    }

    @Override
    public RoomEncoding encoding() {
        return RSocketRoomEncoding.INSTANCE;
    }

    @Override
    public Executor executor() {
        return connection.executor();
    }

    @Override
    public void write(ByteBuf some) {
        ByteBuf frame = RSocketRoomEncoding.next(some);
        while (frame != null) {
            add(frame);
            frame = RSocketRoomEncoding.next(some);
        }
        some.release();
        drain();
    }

    @Override
    public void left() {
        executor().execute(() -> {
            isLeft = true;
            drain();
        });
    }

    private void add(ByteBuf frame) {
        if (failure.get() != null || hasEnded()) {
            frame.release();
        } else if (backlog.add(frame.readableBytes())) {
            meters.countFrame();
            frames.add(frame);
        } else {
            frame.release();
            slow();
        }
    }

    /**
     * Sends waiting frames on one thread at a time: the first caller also does the work of those that call meanwhile.
     */
    void drain() {
        if (drains.getAndIncrement() != 0) {
            return;
        }
        int done = 1;
        do {
            emitPending();
            done = drains.addAndGet(-done);
        } while (done != 0);
    }

    private void emitPending() {
        RSocketErrorException error = failure.get();
        if (error != null || hasEnded()) {
            clear();
            if (error != null && !hasEnded()) {
                sink.error(error);
            }
            return;
        }
        while (sink.requestedFromDownstream() > 0 && connection.isWritable()) {
            ByteBuf frame = frames.poll();
            if (frame == null) {
                break;
            }
            backlog.take(frame.readableBytes());
            sink.next(BUFFERS.wrap(frame));
        }
        if (isLeft && frames.isEmpty()) {
            sink.complete();
        }
    }

    private void clear() {
        ByteBuf frame = frames.poll();
        while (frame != null) {
            frame.release();
            frame = frames.poll();
        }
    }
}
