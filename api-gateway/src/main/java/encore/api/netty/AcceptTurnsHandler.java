package encore.api.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.netty.DisposableServer;

/**
 * Accepts no further connection while many wait for the threads that will serve them. Setting up a connection takes some
 * tenths of a millisecond, so thousands that come at once would hold up everything else on these threads. The others wait
 * in the queue of the operating system. It stands in the server's channel.
 */
public final class AcceptTurnsHandler extends ChannelInboundHandlerAdapter {

    /** Connections that may wait for the threads that serve them. */
    static final int MAX_WAITING = 16;

    private static final int GO_ON = MAX_WAITING / 2;

    private final AtomicInteger waiting = new AtomicInteger();

    private AcceptTurnsHandler() {}

    /** Installs it in a server that was bound. */
    public static void install(DisposableServer server) {
        server.channel().pipeline().addFirst(new AcceptTurnsHandler());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        context.fireChannelRead(accepted);
        if (!(accepted instanceof Channel connection)) {
            return;
        }
        ChannelConfig config = context.channel().config();
        if (waiting.incrementAndGet() >= MAX_WAITING) {
            config.setAutoRead(false);
        }
        // The thread sets up the connection before it runs this.
        connection.eventLoop().execute(() -> {
            if (waiting.decrementAndGet() == GO_ON) {
                config.setAutoRead(true);
            }
        });
        // They may all have been set up before it stopped.
        if (waiting.get() <= GO_ON) {
            config.setAutoRead(true);
        }
    }
}
