package encore.api.server;

import org.springframework.stereotype.Component;

/**
 * Counts the connections of followers. They may take only a part of all connections, and one address a part of those.
 */
@Component
public class FollowerCounter extends ConnectionCounter {

    FollowerCounter(GatewaySettings settings) {
        super(settings.maxFollowers(), settings.connectionsPerAddress());
    }
}
