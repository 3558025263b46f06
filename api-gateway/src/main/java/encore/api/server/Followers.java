package encore.api.server;

import org.springframework.stereotype.Component;

/** Keeps room for calls: of all connections followers have a part, and of that one address has a part. */
@Component
public class Followers extends Crowd {

    Followers(GatewaySettings settings) {
        super(settings.mostFollowers(), settings.connectionsPerAddress());
    }
}
