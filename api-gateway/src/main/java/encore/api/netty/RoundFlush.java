package encore.api.netty;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayList;
import java.util.List;

/**
 * Stands in one connection, right behind the codec, and sends what was answered in a round of its event loop at the end of that
 * round, behind the answers of all other connections: one send after the other wakes who reads them once, where sends
 * between requests cost a change of threads each (ADR 89).
 */
final class RoundFlush extends ChannelDuplexHandler {

    private static final FastThreadLocal<Round> ROUNDS = new FastThreadLocal<>() {
        @Override
        protected Round initialValue() {
            return new Round();
        }
    };

    /** Whether the end of this round comes to this connection. */
    private boolean expected;

    private boolean due;

    /** Who may have something to send at the end of an event loop's round. */
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
            sending.forEach(context -> ((RoundFlush) context.handler()).end(context));
            sending.clear();
        }
    }

    /**
     * Reactor Netty counts on an answer's being sent before it turns to the next request of its connection. The end of a request
     * without a body comes behind its answer, in the same read: it is no reason to send.
     */
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest) {
            send(context);
        }
        context.fireChannelRead(message);
    }

    /** Before what is queued behind this write, which may be a request that did not wait for the answer. */
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        expect(context);
        context.write(message, promise);
    }

    @Override
    public void flush(ChannelHandlerContext context) {
        due = true;
        expect(context);
    }

    private void expect(ChannelHandlerContext context) {
        if (!expected) {
            expected = true;
            ROUNDS.get().add(context);
        }
    }

    private void end(ChannelHandlerContext context) {
        expected = false;
        send(context);
    }

    private void send(ChannelHandlerContext context) {
        if (due) {
            due = false;
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
