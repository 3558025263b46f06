package encore.kernel.shows.hls;

import encore.kernel.lists.ListEvent;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the hosts of an account's manifests. */
public sealed interface HlsOriginEvent extends ListEvent<HlsOrigin> {

    HlsOriginsId hlsOrigins();

    /** A host was added. */
    @Revision("1")
    record HlsOriginAdded(
            HlsOriginsId hlsOrigins, @PublishedValue HlsOrigin origin)
            implements HlsOriginEvent, ListEvent.Added<HlsOrigin> {}

    /** A host was removed. */
    @Revision("1")
    record HlsOriginRemoved(
            HlsOriginsId hlsOrigins,

            @PublishedValue @NotPersonal("the name of a host")
            String host) implements HlsOriginEvent, ListEvent.Removed<HlsOrigin> {}
}
