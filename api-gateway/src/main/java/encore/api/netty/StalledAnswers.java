package encore.api.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Closes a connection that takes nothing of its answer any more: what waits for it takes memory. */
final class StalledAnswers extends IdleStateHandler {

    StalledAnswers(Duration limit) {
        super(true, 0, limit.toMillis(), 0, TimeUnit.MILLISECONDS);
    }

    @Override
    protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
        ChannelOutboundBuffer waiting = context.channel().unsafe().outboundBuffer();
        if (waiting != null && waiting.totalPendingWriteBytes() > 0) {
            context.close();
        }
    }
}
