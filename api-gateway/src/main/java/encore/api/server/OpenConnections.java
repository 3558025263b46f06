package encore.api.server;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Bounds the open connections of all ports together: in total, and from one address. A connection counts from its first
 * packet, before TLS and before any account is known.
 */
@Component
public class OpenConnections {

    private final TrustedProxies proxies;
    private final NetworkList crowdedNetworks;
    private final ConnectionCounter connectionCounter;

    OpenConnections(GatewaySettings settings, CrowdSettings crowds, TrustedProxies proxies, MeterRegistry meters) {
        this.proxies = proxies;
        this.crowdedNetworks = crowds.list();
        this.connectionCounter = new ConnectionCounter(settings.connections(), settings.connectionsPerAddress());
        Gauge.builder("encore.connections", connectionCounter, ConnectionCounter::size)
                .description("Open connections")
                .register(meters);
    }

    /** Counts a new connection until it is closed. A connection beyond a bound is closed at once. */
    public void admit(Channel channel) {
        SocketAddress counted = countedAddress(channel);
        boolean hasRoom = connectionCounter.add(counted);
        channel.closeFuture().addListener(closed -> connectionCounter.remove(counted));
        if (!hasRoom) {
            // Closes the channel after its setup. During the setup, a close has no effect.
            channel.eventLoop().execute(channel::close);
        }
    }

    /** Returns the address that is counted; null for a trusted proxy and a crowded network, which many clients share. */
    private @Nullable SocketAddress countedAddress(Channel channel) {
        SocketAddress remote = channel.remoteAddress();
        return proxies.isTrusted(remote) || crowdedNetworks.contains(remote) ? null : remote;
    }
}
