package encore.api.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.timeout.ReadTimeoutException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a request that does not arrive in time, in one connection. Reactor Netty's own limit keeps a request in memory
 * until the limit has passed, even when it was answered before its end was read: 30 seconds of quick reads were
 * gigabytes.
 */
final class RequestTimeoutHandler extends ChannelInboundHandlerAdapter {

    private final Duration limit;

    private boolean incomplete;
    private @Nullable Future<?> timeout;

    RequestTimeoutHandler(Duration limit) {
        this.limit = limit;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest) {
            incomplete = true;
        }
        if (message instanceof LastHttpContent) {
            stopTimer();
        }
        context.fireChannelRead(message);
    }

    /** Starts a timer for an incomplete request. Most requests arrive in one piece and need none. */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (incomplete && timeout == null) {
            timeout = context.executor().schedule(() -> timeOut(context), limit.toMillis(), TimeUnit.MILLISECONDS);
        }
        context.fireChannelReadComplete();
    }

    private void timeOut(ChannelHandlerContext context) {
        context.fireExceptionCaught(ReadTimeoutException.INSTANCE);
        context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        stopTimer();
        context.fireChannelInactive();
    }

    private void stopTimer() {
        incomplete = false;
        if (timeout != null) {
            timeout.cancel(false);
            timeout = null;
        }
    }
}
