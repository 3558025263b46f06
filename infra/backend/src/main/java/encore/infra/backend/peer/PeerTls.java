package encore.infra.backend.peer;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslManagerBundle;
import reactor.netty.NettyPipeline;
import reactor.netty.tcp.SslProvider;
import reactor.netty.tcp.TcpClient;
import reactor.netty.tcp.TcpServer;

/**
 * Encrypts connections between nodes when each has a certificate of the authority that all of them trust. Both ends
 * show theirs. A certificate is checked for its authority and its purpose, not for a host name. After a bundle is
 * replaced, new connections use the new one.
 */
public final class PeerTls {

    /** No TLS. */
    public static final PeerTls NONE = new PeerTls();

    private static final Logger LOG = LoggerFactory.getLogger(PeerTls.class);
    private static final String PROTOCOL = "TLSv1.3";
    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(5);

    private volatile @Nullable SslProviders providers;

    private PeerTls() {}

    /** The TLS settings of the two ends of a connection. */
    private record SslProviders(SslProvider node, SslProvider gateway) {}

    /** @param name the name of the bundle with this node's certificate and the authority's */
    public static PeerTls of(SslBundles bundles, String name) {
        PeerTls tls = new PeerTls();
        tls.update(bundles.getBundle(name));
        bundles.addBundleUpdateHandler(name, fresh -> {
            tls.update(fresh);
            LOG.info("Certificates between nodes were replaced; new connections use the new ones");
        });
        return tls;
    }

    private void update(SslBundle bundle) {
        SslManagerBundle managers = bundle.getManagers();
        try {
            providers = new SslProviders(
                    provider(SslContextBuilder.forServer(managers.getKeyManagerFactory())
                            .trustManager(managers.getTrustManagerFactory())
                            .clientAuth(ClientAuth.REQUIRE)
                            .protocols(PROTOCOL)
                            .build()),
                    provider(SslContextBuilder.forClient()
                            .keyManager(managers.getKeyManagerFactory())
                            .trustManager(managers.getTrustManagerFactory())
                            // The addresses of nodes change, and a node proves its role with the cluster's secret.
                            .endpointIdentificationAlgorithm(null)
                            .protocols(PROTOCOL)
                            .build()));
        } catch (SSLException wrong) {
            throw new IllegalStateException("The certificate for connections between nodes cannot be used", wrong);
        }
    }

    private static SslProvider provider(SslContext context) {
        return SslProvider.builder()
                .sslContext(context)
                .handshakeTimeout(HANDSHAKE_TIMEOUT)
                .build();
    }

    public TcpServer secureServer(TcpServer server) {
        SslProviders first = providers;
        if (first == null) {
            return server;
        }
        return server.secure(spec -> spec.sslContext(first.node().getSslContext())
                        .handshakeTimeout(HANDSHAKE_TIMEOUT)
                        // Called for each connection, with or without a server name, so that it gets the current
                        // certificate.
                        .setSniAsyncMappings((name, promise) -> promise.setSuccess(
                                Objects.requireNonNull(providers).node())))
                .doOnChannelInit((observer, channel, address) -> channel.pipeline()
                        .addBefore(NettyPipeline.ReactiveBridge, TlsRefusalLog.class.getName(), new TlsRefusalLog()));
    }

    public TcpClient secureClient(TcpClient client) {
        SslProviders now = providers;
        return now == null ? client : client.secure(now.gateway());
    }
}
