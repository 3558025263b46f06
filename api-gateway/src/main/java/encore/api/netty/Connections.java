package encore.api.netty;

import encore.api.server.Crowd;
import encore.api.server.GatewaySettings;
import encore.api.server.RequestBytes;
import encore.api.server.TrustedProxies;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.net.SocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
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
class Connections implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory>, Ordered {

    private static final Duration IDLE = Duration.ofSeconds(75);

    /**
     * The most bytes that the operating system buffers for a client that does not read. By default it buffers megabytes
     * for each, and a thousand such clients slow down all others, because all connections share its memory.
     */
    private static final int SENT = 128 << 10;

    private final GatewaySettings settings;
    private final InFlightLimit door;
    private final RequestBytes bytes;
    private final TrustedProxies proxies;
    private final Crowd open;

    Connections(
            GatewaySettings settings,
            InFlightLimit door,
            RequestBytes bytes,
            TrustedProxies proxies,
            MeterRegistry meters) {
        this.settings = settings;
        this.door = door;
        this.bytes = bytes;
        this.proxies = proxies;
        this.open = new Crowd(settings.connections(), settings.connectionsPerAddress());
        Gauge.builder("encore.connections", open, Crowd::size)
                .description("Open connections")
                .register(meters);
    }

    /** Runs after all other customizers, so that its handlers stand next to the codec. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(this::bound);
    }

    private HttpServer bound(HttpServer server) {
        return server.idleTimeout(IDLE)
                .childOption(ChannelOption.SO_SNDBUF, SENT)
                .forwarded(proxies::read)
                .doOnChannelInit((observer, channel, address) -> admit(channel));
    }

    private void admit(Channel channel) {
        channel.pipeline()
                .addBefore(
                        NettyPipeline.HttpCodec, "encore.stalled-answers", new StalledAnswers(settings.shortTimeout()))
                .addAfter(NettyPipeline.HttpCodec, "encore.load-shedding", door.doorkeeper())
                .addAfter(NettyPipeline.HttpCodec, "encore.promptness", new Promptness(settings.requestTimeout()))
                .addAfter(NettyPipeline.HttpCodec, "encore.round-flush", new RoundFlush());
        Heads.watch(channel.pipeline(), bytes, settings.shortTimeout(), settings.requestTimeout());
        SocketAddress from = peer(channel);
        boolean room = open.enter(from);
        channel.closeFuture().addListener(closed -> open.leave(from));
        if (!room) {
            channel.eventLoop().execute(channel::close); // Only after its setup: an earlier close is lost.
        }
    }

    /** Returns the address that is counted; null for a trusted proxy, which carries the calls of many clients. */
    private @Nullable SocketAddress peer(Channel channel) {
        SocketAddress remote = channel.remoteAddress();
        return proxies.trusts(remote) ? null : remote;
    }
}
