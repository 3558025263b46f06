package encore.infra.backend.peer;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs a failed TLS handshake in one line instead of a stack trace, and closes the connection. */
final class TlsRefusalLog extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(TlsRefusalLog.class);

    private boolean refused;

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent shaken && shaken.isSuccess()) {
            context.pipeline().remove(this);
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        if (!refused) {
            refused = true;
            Throwable cause =
                    failure instanceof DecoderException && failure.getCause() != null ? failure.getCause() : failure;
            LOG.warn(
                    "Refused: {} connected without a certificate of ours ({})",
                    context.channel().remoteAddress(),
                    cause.getClass().getSimpleName());
        }
        context.close();
    }
}
