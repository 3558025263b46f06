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
final class Promptness extends ChannelInboundHandlerAdapter {

    private final Duration limit;

    private boolean coming;
    private @Nullable Future<?> end;

    Promptness(Duration limit) {
        this.limit = limit;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest) {
            coming = true;
        }
        if (message instanceof LastHttpContent) {
            arrived();
        }
        context.fireChannelRead(message);
    }

    /** Starts a timer for an incomplete request. Most requests arrive in one piece and need none. */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (coming && end == null) {
            end = context.executor().schedule(() -> tooSlow(context), limit.toMillis(), TimeUnit.MILLISECONDS);
        }
        context.fireChannelReadComplete();
    }

    private void tooSlow(ChannelHandlerContext context) {
        context.fireExceptionCaught(ReadTimeoutException.INSTANCE);
        context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        arrived();
        context.fireChannelInactive();
    }

    private void arrived() {
        coming = false;
        if (end != null) {
            end.cancel(false);
            end = null;
        }
    }
}
