package encore.api.netty;

import encore.api.server.GatewaySettings;
import encore.api.server.OpenConnections;
import encore.api.server.RequestByteBudget;
import encore.api.server.TrustedProxies;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.time.Duration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * Limits the resources that clients hold without sending requests: connections in total and from one address, the time
 * that a connection may be idle, and unread answers. A request counts as in work only after it has arrived completely.
 */
@Component
class ConnectionLimits implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory>, Ordered {

    private static final Duration IDLE = Duration.ofSeconds(75);

    /**
     * The most bytes that the operating system buffers for a client that does not read. By default it buffers megabytes
     * for each, and a thousand such clients slow down all others, because all connections share its memory.
     */
    private static final int SEND_BUFFER_BYTES = 128 << 10;

    private final GatewaySettings settings;
    private final InFlightLimit inFlightLimit;
    private final RequestByteBudget requestByteBudget;
    private final TrustedProxies proxies;
    private final OpenConnections openConnections;

    ConnectionLimits(
            GatewaySettings settings,
            InFlightLimit inFlightLimit,
            RequestByteBudget requestByteBudget,
            TrustedProxies proxies,
            OpenConnections openConnections) {
        this.settings = settings;
        this.inFlightLimit = inFlightLimit;
        this.requestByteBudget = requestByteBudget;
        this.proxies = proxies;
        this.openConnections = openConnections;
    }

    /** Runs after all other customizers, so that its handlers stand next to the codec. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(this::configure);
    }

    private HttpServer configure(HttpServer server) {
        return server.idleTimeout(IDLE)
                .childOption(ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES)
                .forwarded(proxies::resolveCaller)
                .doOnBound(AcceptTurnsHandler::install)
                .doOnChannelInit((observer, channel, address) -> addHandlers(channel));
    }

    private void addHandlers(Channel channel) {
        channel.pipeline()
                .addBefore(
                        NettyPipeline.HttpCodec,
                        "encore.stalled-write",
                        new StalledWriteHandler(settings.shortTimeout()))
                .addAfter(NettyPipeline.HttpCodec, "encore.load-shedding", inFlightLimit.newHandler())
                .addAfter(
                        NettyPipeline.HttpCodec,
                        "encore.request-timeout",
                        new RequestTimeoutHandler(settings.requestTimeout()))
                .addAfter(NettyPipeline.HttpCodec, "encore.loop-end-flush", new LoopEndFlushHandler())
                .addAfter(NettyPipeline.HttpCodec, "encore.upgrade-turns", new UpgradeTurnsHandler());
        RequestHeadGuard.install(
                channel.pipeline(), requestByteBudget, settings.shortTimeout(), settings.requestTimeout());
        openConnections.admit(channel);
    }
}
