package encore.api.server;

import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Counts the connections of followers. They may take only a part of all connections, and one address a part of
 * those, unless many clients share it.
 */
@Component
public class FollowerCounter extends ConnectionCounter {

    private final NetworkList crowdedNetworks;

    FollowerCounter(GatewaySettings settings, CrowdSettings crowds) {
        super(settings.maxFollowers(), settings.connectionsPerAddress());
        this.crowdedNetworks = crowds.list();
    }

    @Override
    public boolean add(@Nullable SocketAddress from) {
        return super.add(counted(from));
    }

    @Override
    public void remove(@Nullable SocketAddress from) {
        super.remove(counted(from));
    }

    private @Nullable SocketAddress counted(@Nullable SocketAddress from) {
        return crowdedNetworks.contains(from) ? null : from;
    }
}
