package encore.api.server;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import javax.net.ssl.SSLException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import reactor.netty.tcp.TcpServer;

/** Adds TLS to a TCP server. Each new connection uses the certificate that the SSL bundle holds at that time. */
public final class TlsCustomizer {

    private volatile SslContext currentContext;

    public TlsCustomizer(SslBundles bundles, String bundle) {
        currentContext = context(bundles.getBundle(bundle));
        bundles.addBundleUpdateHandler(bundle, changed -> currentContext = context(changed));
    }

    public TcpServer apply(TcpServer server) {
        return server.doOnChannelInit((observer, channel, address) ->
                channel.pipeline().addFirst("encore.tls", currentContext.newHandler(channel.alloc())));
    }

    private static SslContext context(SslBundle bundle) {
        try {
            return SslContextBuilder.forServer(bundle.getManagers().getKeyManagerFactory())
                    .build();
        } catch (SSLException unusable) {
            throw new IllegalStateException("The TLS certificate of the public ports cannot be used", unusable);
        }
    }
}
