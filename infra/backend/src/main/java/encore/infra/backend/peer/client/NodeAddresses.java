package encore.infra.backend.peer.client;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The addresses of a side's nodes: {@code host:port} once or more. A host name may resolve to many addresses. */
public record NodeAddresses(List<NodeAddress> addresses) {

    /** A name or an address with a port. */
    public record NodeAddress(String host, int port) {}

    public NodeAddresses {
        addresses = List.copyOf(addresses);
    }

    /**
     * Parses a comma-separated list.
     *
     * @throws IllegalArgumentException with a sentence about the mistake, to follow the name of the setting
     */
    public static NodeAddresses parse(String text) {
        List<NodeAddress> found = Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(one -> !one.isEmpty())
                .map(NodeAddresses::parseAddress)
                .toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("names no node");
        }
        return new NodeAddresses(found);
    }

    private static NodeAddress parseAddress(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 1 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (!host.isBlank() && port > 0 && port < 65_536) {
                return new NodeAddress(host, port);
            }
        } catch (NumberFormatException notANumber) {
            // Refused below.
        }
        throw new IllegalArgumentException("must be a list of host:port, and '" + text + "' is not");
    }

    /** Resolves the addresses. A name that cannot be resolved now contributes none. */
    Set<InetSocketAddress> resolve() {
        Set<InetSocketAddress> found = new LinkedHashSet<>();
        for (NodeAddress nodeAddress : addresses) {
            try {
                for (InetAddress address : InetAddress.getAllByName(nodeAddress.host())) {
                    found.add(new InetSocketAddress(address, nodeAddress.port()));
                }
            } catch (UnknownHostException unknown) {
                // The next lookup finds nodes that start later.
            }
        }
        return found;
    }
}
