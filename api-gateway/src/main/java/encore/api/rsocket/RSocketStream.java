package encore.api.rsocket;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.api.live.Backlog;
import encore.api.live.FrameSink;
import encore.api.live.FrameWriter;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSession;
import encore.api.problems.Problem;
import io.rsocket.RSocketErrorException;
import io.rsocket.exceptions.CanceledException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.FluxSink;

/**
 * One stream of a client. Frames wait here until the client has requested them and its connection accepts them. When
 * too many bytes wait, or any wait for too long, the stream ends.
 */
final class RSocketStream implements FrameSink {

    private static final Problem SLOW = new Problem(
            HttpStatus.REQUEST_TIMEOUT,
            "slow",
            "The stream was not requested and read fast enough; subscribe again after the last position.",
            List.of(),
            Map.of());

    private final RSocketConnection connection;
    private final LiveSession liveSession;
    private final LiveMeters meters;
    private final FluxSink<String> sink;
    private final Queue<String> frames = new ConcurrentLinkedQueue<>();
    private final Backlog backlog = new Backlog(Backlog.MAX_BYTES);
    private final AtomicInteger drains = new AtomicInteger();
    private final AtomicReference<@Nullable RSocketErrorException> failure = new AtomicReference<>();

    @GuardedBy("this")
    private LiveSession.@Nullable PendingSubscription subscription;

    @GuardedBy("this")
    private boolean ended;

    RSocketStream(RSocketConnection connection, LiveSession liveSession, LiveMeters meters, FluxSink<String> sink) {
        this.connection = connection;
        this.liveSession = liveSession;
        this.meters = meters;
        this.sink = sink;
    }

    synchronized void begin(LiveSession.PendingSubscription pendingSubscription) {
        if (!ended) {
            subscription = pendingSubscription;
            liveSession.start(pendingSubscription);
        }
    }

    synchronized void end() {
        ended = true;
        frames.clear();
        if (subscription != null) {
            liveSession.stop(subscription.subscription());
        }
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
        if (failure.get() != null) {
            return;
        }
        if (!backlog.add(frame.length())) {
            slow();
            return;
        }
        meters.countFrame();
        frames.add(frame);
        drain();
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
        if (error != null) {
            frames.clear();
            sink.error(error);
            return;
        }
        while (sink.requestedFromDownstream() > 0 && connection.isWritable()) {
            String frame = frames.poll();
            if (frame == null) {
                return;
            }
            backlog.take(frame.length());
            sink.next(frame);
        }
    }
}
