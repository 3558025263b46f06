package encore.api.server;

import java.net.InetAddress;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The networks that many clients share, such as a venue's.
 *
 * @param networks addresses there may open as many connections as a trusted proxy ({@code ENCORE_CROWDED_NETWORKS})
 */
@ConfigurationProperties("encore.crowded")
public record CrowdSettings(@DefaultValue List<String> networks) {

    public CrowdSettings {
        networks = List.copyOf(networks);
    }

    /** Returns whether an address belongs to one of the networks. */
    public boolean contains(InetAddress address) {
        return !networks.isEmpty() && list().contains(address);
    }

    NetworkList list() {
        return NetworkList.of(networks, "ENCORE_CROWDED_NETWORKS");
    }
}
