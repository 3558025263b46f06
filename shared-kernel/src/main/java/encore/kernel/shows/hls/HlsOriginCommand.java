package encore.kernel.shows.hls;

import encore.kernel.Command;

/** The commands of the hosts of an account's manifests. Each answers the host that it is about. */
public sealed interface HlsOriginCommand extends Command<HlsOrigin> {

    HlsOriginsId hlsOrigins();

    @Override
    default HlsOriginsId stream() {
        return hlsOrigins();
    }

    /** Adds a host. One that was added before is refused. */
    record AddHlsOrigin(HlsOriginsId hlsOrigins, HlsOrigin origin) implements HlsOriginCommand {}

    /** Removes a host. The path names it, so an unknown one is refused as unknown. */
    record RemoveHlsOrigin(HlsOriginsId hlsOrigins, String host) implements HlsOriginCommand {}
}
