package encore.kernel.shows.hls;

import encore.kernel.lists.ListItem;
import encore.kernel.lists.ListView;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;

/**
 * A host from which a gateway may read HLS manifests.
 *
 * @param host a name or an IP address in lower case, without a port; IPv6 in brackets
 */
@ListView(name = "hls_origins", collection = "hls_origins")
public record HlsOrigin(
        @PublishedValue @NotPersonal("the name of a host") String host) implements ListItem {}
