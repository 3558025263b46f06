package encore.api.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes whole WebSocket frames to a channel and notices a client that does not read. Only bytes that the client was
 * offered count against it: everything is measured on the channel's thread, between its rounds, so that a thread that is
 * late closes nobody.
 */
final class SocketWriter {

    /** The most bytes that a client may leave unread. With more, it is closed as slow. */
    static final int MAX_BYTES = 1_024 * 1_024;

    /** From here on replays pause. */
    private static final int FULL_BYTES = MAX_BYTES / 4;

    /** Netty counts so many bytes more for each pending write. */
    private static final int ENTRY_OVERHEAD = 96;

    private final Channel channel;
    private final int maxStalls;
    private final Runnable slow;
    private final AtomicInteger submitted = new AtomicInteger();

    // The channel's thread alone uses these.
    private long written;
    private long lastTaken;
    private int stalls;
    private boolean ended;
    private boolean measures;

    /**
     * @param maxStalls a client that took nothing between so many calls of {@link #check} is slow
     * @param slow is called for a slow client, on the channel's thread
     */
    SocketWriter(Channel channel, int maxStalls, Runnable slow) {
        this.channel = channel;
        this.maxStalls = maxStalls;
        this.slow = slow;
    }

    /**
     * Looks after something regularly, between the rounds of the channel's thread. A thread that was busy looks once, and not
     * for each look that it missed: looks without time in between would find healthy clients slow.
     */
    Future<?> every(Duration interval, Runnable look) {
        return channel.eventLoop()
                .scheduleWithFixedDelay(look, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Does something later on the channel's thread, unless the channel is closed by then. */
    void later(Runnable work, Duration delay) {
        Future<?> scheduled = channel.eventLoop().schedule(work, delay.toMillis(), TimeUnit.MILLISECONDS);
        channel.closeFuture().addListener(closed -> scheduled.cancel(false));
    }

    Executor thread() {
        return channel.eventLoop();
    }

    /** Writes a frame after all that was submitted before. Takes over the buffer. */
    void submit(ByteBuf frame) {
        int bytes = frame.readableBytes();
        submitted.addAndGet(bytes);
        channel.eventLoop().execute(() -> {
            submitted.addAndGet(-bytes);
            write(frame);
        });
    }

    /** Writes frames on the channel's thread. Takes over the buffer. */
    void write(ByteBuf frames) {
        if (ended || !channel.isActive()) {
            frames.release();
            return;
        }
        written += frames.readableBytes() + ENTRY_OVERHEAD;
        channel.write(frames);
        channel.flush();
        if (!measures && pending() > MAX_BYTES) {
            // The bytes are offered at the end of this round. Those that are left then are the client's fault.
            measures = true;
            channel.eventLoop().execute(() -> {
                measures = false;
                if (pending() > MAX_BYTES) {
                    slow.run();
                }
            });
        }
    }

    /** Looks whether the client has taken something since the last call. Call it regularly on the channel's thread. */
    void check() {
        long pending = pending();
        long taken = written - pending;
        stalls = pending == 0 || taken > lastTaken ? 0 : stalls + 1;
        lastTaken = taken;
        if (stalls >= maxStalls) {
            slow.run();
        }
    }

    /** Whether replays should pause. */
    boolean isFull() {
        return submitted.get() + pending() >= FULL_BYTES;
    }

    /** Drops everything from now on. Call it on the channel's thread. */
    void end() {
        ended = true;
    }

    private long pending() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes();
    }
}
