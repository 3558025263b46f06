package encore.api.netty;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayList;
import java.util.List;

/**
 * Delays flushes to the end of an event loop's round, in which the answers of all connections are sent one after
 * another. That wakes a local reader once, while a flush between two requests costs a thread switch each time (ADR 89).
 * It stands in each connection right after the codec.
 */
final class LoopEndFlushHandler extends ChannelDuplexHandler {

    private static final FastThreadLocal<EventLoopRound> ROUNDS = new FastThreadLocal<>() {
        @Override
        protected EventLoopRound initialValue() {
            return new EventLoopRound();
        }
    };

    /** Whether this connection is registered for the end of the current round. */
    private boolean registered;

    private boolean flushPending;

    /** The connections that may have data to flush at the end of an event loop's round. */
    private static final class EventLoopRound implements Runnable {

        private List<ChannelHandlerContext> senders = new ArrayList<>();
        private List<ChannelHandlerContext> spare = new ArrayList<>();

        void add(ChannelHandlerContext context) {
            senders.add(context);
            if (senders.size() == 1) {
                context.executor().execute(this);
            }
        }

        @Override
        public void run() {
            List<ChannelHandlerContext> sending = senders;
            senders = spare;
            spare = sending;
            sending.forEach(context -> ((LoopEndFlushHandler) context.handler()).endRound(context));
            sending.clear();
        }
    }

    /**
     * Flushes before the next request of the connection: Reactor Netty expects an answer to be sent by then. The end of
     * a request without a body arrives after its answer in the same read, so it causes no flush.
     */
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest) {
            flushIfPending(context);
        }
        context.fireChannelRead(message);
    }

    /** Registers before any task queued after this write, which may be a pipelined request. */
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        registerForRoundEnd(context);
        context.write(message, promise);
    }

    @Override
    public void flush(ChannelHandlerContext context) {
        flushPending = true;
        registerForRoundEnd(context);
    }

    private void registerForRoundEnd(ChannelHandlerContext context) {
        if (!registered) {
            registered = true;
            ROUNDS.get().add(context);
        }
    }

    private void endRound(ChannelHandlerContext context) {
        registered = false;
        flushIfPending(context);
    }

    private void flushIfPending(ChannelHandlerContext context) {
        if (flushPending) {
            flushPending = false;
            context.flush();
        }
    }

    /** Flushes pending data before the connection closes. */
    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        flushIfPending(context);
        context.close(promise);
    }

    @Override
    public void disconnect(ChannelHandlerContext context, ChannelPromise promise) {
        flushIfPending(context);
        context.disconnect(promise);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        flushIfPending(context);
    }
}
