package encore.api.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection that takes nothing of its answer any more: what waits for it takes memory. It looks twice within
 * the limit, as a connection that nobody asked anything on may be given an answer in the moment of one look (netty counts
 * what other threads have only asked to be written, too): what waits at both has waited for half of the limit at least.
 */
final class StalledAnswers extends IdleStateHandler {

    private boolean waited;

    StalledAnswers(Duration limit) {
        super(0, limit.toMillis() / 2, 0, TimeUnit.MILLISECONDS);
    }

    @Override
    protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
        ChannelOutboundBuffer buffer = context.channel().unsafe().outboundBuffer();
        boolean waits = buffer != null && buffer.totalPendingWriteBytes() > 0;
        if (waits && waited && !event.isFirst()) {
            context.close();
        }
        waited = waits;
    }
}
