package encore.api.live;

import encore.api.access.ConnectionAuthenticator;
import encore.infra.backend.Backend;
import org.springframework.stereotype.Component;

/** Creates the sessions of clients, for all transports. */
@Component
public class LiveSessions {

    private final ConnectionAuthenticator entrance;
    private final LiveStreams streams;
    private final Backend backend;
    private final Feeds feeds;
    private final LiveMeters meters;

    LiveSessions(
            ConnectionAuthenticator entrance, LiveStreams streams, Backend backend, Feeds feeds, LiveMeters meters) {
        this.entrance = entrance;
        this.streams = streams;
        this.backend = backend;
        this.feeds = feeds;
        this.meters = meters;
    }

    public LiveSession begin() {
        return new LiveSession(entrance, streams, backend, feeds, meters);
    }
}
