package encore.api.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection whose client no longer reads its answer, because the unread bytes take memory. It checks twice
 * within the limit: an answer may be written to an idle connection at the very moment of one check (Netty also counts
 * bytes that other threads have only requested to write). Bytes that are pending at both checks have waited for at
 * least half the limit.
 */
final class StalledWriteHandler extends IdleStateHandler {

    private boolean waited;

    StalledWriteHandler(Duration limit) {
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
