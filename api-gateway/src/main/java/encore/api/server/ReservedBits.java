package encore.api.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;

/**
 * Refuses frames of WebSockets with a reserved bit, which no extension was agreed on for (RFC 6455, 5.2). The codec
 * lets them pass, because it cannot know of all extensions.
 */
public final class ReservedBits extends ChannelInboundHandlerAdapter {

    /** The name under which the handshake adds the codec's decoder to a channel. */
    private static final String DECODER = "wsdecoder";

    private final Runnable refusal;
    private boolean isRefused;

    private ReservedBits(Runnable refusal) {
        this.refusal = refusal;
    }

    /**
     * Refuses such frames of a channel from now on, before the pieces of a message are joined.
     *
     * @param refusal closes the connection with the status 1002
     */
    public static void refuse(Channel channel, Runnable refusal) {
        channel.pipeline().addAfter(DECODER, ReservedBits.class.getName(), new ReservedBits(refusal));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof WebSocketFrame frame && frame.rsv() != 0 && !isRefused) {
            isRefused = true;
            refusal.run();
        }
        if (isRefused && message instanceof WebSocketFrame frame && frame.rsv() != 0) {
            ReferenceCountUtil.release(message);
        } else {
            context.fireChannelRead(message);
        }
    }
}
