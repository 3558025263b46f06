package encore.api.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import java.util.HexFormat;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * Escapes characters that a client forgot to escape in a URI, such as {@code |} or {@code [}. Otherwise Netty would
 * answer the request with a 400 without an explanation, before the gateway sees it.
 */
public final class LenientUriHandler extends ChannelInboundHandlerAdapter {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String FORBIDDEN = " \"<>\\^`{|}[]#";

    private LenientUriHandler() {}

    /** Installs the handler in every connection of a server. */
    public static HttpServer install(HttpServer server) {
        return server.doOnChannelInit((observer, channel, address) -> channel.pipeline()
                .addAfter(NettyPipeline.HttpCodec, "encore.lenientAddresses", new LenientUriHandler()));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request) {
            String address = request.uri();
            for (int i = 0; i < address.length(); i++) {
                if (isForbidden(address, i)) {
                    request.setUri(escape(address));
                    break;
                }
            }
        }
        context.fireChannelRead(message);
    }

    static String escape(String address) {
        StringBuilder escaped = new StringBuilder(address.length() + 16);
        for (int i = 0; i < address.length(); i++) {
            char c = address.charAt(i);
            if (isForbidden(address, i)) {
                // Netty reads a request line as Latin-1: one character is one byte. A broken escape becomes a byte that
                // is not valid UTF-8, so that the parser of parameters refuses it.
                int octet = c == '%' ? 0xFF : c;
                escaped.append('%').append(HEX.toHexDigits((byte) octet));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private static boolean isForbidden(String address, int at) {
        char c = address.charAt(at);
        if (c == '%') {
            return at + 2 >= address.length()
                    || Character.digit(address.charAt(at + 1), 16) < 0
                    || Character.digit(address.charAt(at + 2), 16) < 0;
        }
        return c < 0x20 || c >= 0x7F || FORBIDDEN.indexOf(c) >= 0;
    }
}
