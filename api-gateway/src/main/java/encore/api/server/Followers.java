package encore.api.server;

import org.springframework.stereotype.Component;

/** Counts the connections of followers, which may take only a part of all connections: the rest is kept for calls. */
@Component
public class Followers extends Crowd {

    Followers(GatewaySettings settings) {
        super(settings.mostFollowers(), settings.connectionsPerAddress());
    }
}
