package encore.api.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayList;
import java.util.List;

/**
 * Stands next to one connection's socket and sends what was answered in a round of its event loop at the end of that
 * round, behind the answers of all other connections: one send after the other wakes who reads them once, where sends
 * between requests cost a change of threads each (ADR 89).
 */
final class RoundFlush extends ChannelOutboundHandlerAdapter {

    private static final FastThreadLocal<Round> ROUNDS = new FastThreadLocal<>() {
        @Override
        protected Round initialValue() {
            return new Round();
        }
    };

    private boolean waiting;

    /** Who has something to send at the end of an event loop's round. */
    private static final class Round implements Runnable {

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
            sending.forEach(context -> ((RoundFlush) context.handler()).send(context));
            sending.clear();
        }
    }

    @Override
    public void flush(ChannelHandlerContext context) {
        if (!waiting) {
            waiting = true;
            ROUNDS.get().add(context);
        }
    }

    private void send(ChannelHandlerContext context) {
        if (waiting) {
            waiting = false;
            context.flush();
        }
    }

    /** What was said before the end goes out before it. */
    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        send(context);
        context.close(promise);
    }

    @Override
    public void disconnect(ChannelHandlerContext context, ChannelPromise promise) {
        send(context);
        context.disconnect(promise);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        send(context);
    }
}
