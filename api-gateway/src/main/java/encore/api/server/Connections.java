package encore.api.server;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * Bounds what a client may hold of the server without asking for anything: a connection for a while, and a place at the
 * door only as long as it really sends its request.
 */
@Component
class Connections implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    private static final Duration IDLE = Duration.ofSeconds(75);

    private final GatewaySettings settings;
    private final InFlightLimit door;
    private final AtomicInteger open = new AtomicInteger();

    Connections(GatewaySettings settings, InFlightLimit door, MeterRegistry meters) {
        this.settings = settings;
        this.door = door;
        Gauge.builder("encore.connections", open, AtomicInteger::get)
                .description("Open connections")
                .register(meters);
    }

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(this::bound);
    }

    private HttpServer bound(HttpServer server) {
        return server.idleTimeout(IDLE).doOnChannelInit((observer, channel, address) -> admit(channel));
    }

    private void admit(Channel channel) {
        open.incrementAndGet();
        channel.pipeline()
                .addAfter(NettyPipeline.HttpCodec, "encore.load-shedding", door.doorkeeper())
                .addAfter(NettyPipeline.HttpCodec, "encore.promptness", new Promptness(settings.requestTimeout()));
        channel.closeFuture().addListener(closed -> open.decrementAndGet());
        if (open.get() > settings.connections()) {
            channel.eventLoop().execute(channel::close); // Once it is set up: closing before that is forgotten.
        }
    }
}
