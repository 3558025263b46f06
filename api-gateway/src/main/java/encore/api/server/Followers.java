package encore.api.server;

import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Keeps room for calls: of all connections followers have a part, and of that one address has a part. */
@Component
public class Followers {

    private final Crowd crowd;

    Followers(GatewaySettings settings) {
        crowd = new Crowd(settings.mostFollowers(), settings.connectionsPerAddress());
    }

    /** Counts one more; says whether there is room for it. Either way it leaves later. */
    public boolean enter(@Nullable SocketAddress from) {
        return crowd.enter(from);
    }

    public void leave(@Nullable SocketAddress from) {
        crowd.leave(from);
    }
}
