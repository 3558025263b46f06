package encore.api.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets an event loop upgrade only a few connections to WebSockets in one round, so that thousands of clients that come back
 * at once do not hold up the frames of those who are there. The others wait in the order of their arrival. It stands in each
 * connection right after the codec.
 */
final class UpgradeTurnsHandler extends ChannelInboundHandlerAdapter {

    /** An upgrade takes some tenths of a millisecond. */
    static final int PER_ROUND = 4;

    private static final FastThreadLocal<UpgradeQueue> QUEUES = new FastThreadLocal<>() {
        @Override
        protected UpgradeQueue initialValue() {
            return new UpgradeQueue();
        }
    };

    /** The messages that arrived since the connection waits for its turn; null when it does not wait. */
    private @Nullable List<Object> held;

    /** The upgrades of one event loop. */
    private static final class UpgradeQueue implements Runnable {

        private final Deque<ChannelHandlerContext> waiting = new ArrayDeque<>();
        private int taken;

        /** Returns whether a connection may be upgraded now. Otherwise its turn comes. */
        boolean take(ChannelHandlerContext context) {
            if (taken == 0) {
                context.executor().execute(this);
            }
            taken = Math.max(taken, 1);
            if (taken <= PER_ROUND && waiting.isEmpty()) {
                taken++;
                return true;
            }
            waiting.add(context);
            return false;
        }

        @Override
        public void run() {
            taken = 0;
            ChannelHandlerContext last = null;
            for (int i = 0; i < PER_ROUND && !waiting.isEmpty(); i++) {
                last = waiting.poll();
                ((UpgradeTurnsHandler) last.handler()).proceed(last);
            }
            if (last != null) {
                taken = PER_ROUND + 1;
                last.executor().execute(this);
            }
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (held != null) {
            held.add(message);
        } else if (message instanceof HttpRequest request
                && isUpgrade(request)
                && !QUEUES.get().take(context)) {
            held = new ArrayList<>(2);
            held.add(message);
        } else {
            context.fireChannelRead(message);
        }
    }

    private static boolean isUpgrade(HttpRequest request) {
        return request.headers().contains(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
    }

    private void proceed(ChannelHandlerContext context) {
        List<Object> messages = held;
        held = null;
        if (messages != null) {
            messages.forEach(context::fireChannelRead);
            context.fireChannelReadComplete();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        release();
        context.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        release();
    }

    private void release() {
        List<Object> messages = held;
        held = null;
        if (messages != null) {
            messages.forEach(ReferenceCountUtil::release);
        }
    }
}
