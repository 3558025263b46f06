package encore.api.live;

import encore.api.access.Entrance;
import encore.infra.backend.Backend;
import org.springframework.stereotype.Component;

/** Where followers come in, whatever carries their words. */
@Component
class Visits {

    private final Entrance entrance;
    private final LiveStreams streams;
    private final Backend backend;
    private final Feeds feeds;
    private final LiveMeters meters;

    Visits(Entrance entrance, LiveStreams streams, Backend backend, Feeds feeds, LiveMeters meters) {
        this.entrance = entrance;
        this.streams = streams;
        this.backend = backend;
        this.feeds = feeds;
        this.meters = meters;
    }

    Visit begin() {
        return new Visit(entrance, streams, backend, feeds, meters);
    }
}
