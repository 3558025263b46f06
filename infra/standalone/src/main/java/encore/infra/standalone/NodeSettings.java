package encore.infra.standalone;

import encore.infra.backend.GivenSecret;
import encore.infra.backend.peer.ClusterSecret;
import encore.infra.backend.peer.Targets;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Says what a process is and where the others are. Each part wants only what it needs.
 *
 * @param node this process's name in logs and metrics ({@code ENCORE_NODE}); unique in the cluster
 * @param mongo the MongoDB that holds log, keys and views ({@code ENCORE_MONGO}); null for the embedded stores
 * @param peerPort where a side listens for gateways ({@code ENCORE_PEER_PORT})
 * @param bind the address that ports listen on ({@code ENCORE_BIND})
 * @param commandNodes where a gateway looks for command nodes ({@code ENCORE_COMMAND_NODES})
 * @param queryNodes where a gateway looks for query nodes ({@code ENCORE_QUERY_NODES})
 * @param secret that all nodes share ({@code ENCORE_CLUSTER_SECRET})
 */
record NodeSettings(
        Part part,
        String node,
        @Nullable String mongo,
        int peerPort,
        String bind,
        @Nullable Targets commandNodes,
        @Nullable Targets queryNodes,
        @Nullable ClusterSecret secret) {

    /** A setting is missing or wrong; the sentence says which. */
    static final class Wrong extends RuntimeException {
        private static final long serialVersionUID = 1;

        Wrong(String sentence) {
            super(sentence, null, false, false);
        }
    }

    /** @param settings answers a setting's value, or null */
    static NodeSettings read(Part part, Function<String, @Nullable String> settings) {
        Reading reading = new Reading(part, settings);
        boolean gateway = part == Part.GATEWAY;
        int peerPort = part.isSide() ? reading.port("ENCORE_PEER_PORT") : 0;
        String mongo = gateway ? null : reading.text("ENCORE_MONGO");
        if (mongo != null && !mongo.startsWith("mongodb://") && !mongo.startsWith("mongodb+srv://")) {
            throw new Wrong("ENCORE_MONGO begins with mongodb:// or mongodb+srv://, and what is set does not.");
        }
        if (part.isSide() && mongo == null) {
            throw new Wrong("A " + part.word() + " node keeps nothing itself: set ENCORE_MONGO to the MongoDB"
                    + " (mongodb://host:port/name) that all nodes share.");
        }
        String node = reading.text("ENCORE_NODE");
        String bind = reading.text("ENCORE_BIND");
        return new NodeSettings(
                part,
                node == null ? part.word() + "@" + host() + ":" + (peerPort > 0 ? peerPort : reading.httpPort()) : node,
                mongo,
                peerPort,
                bind == null ? "127.0.0.1" : bind,
                gateway ? reading.targets("ENCORE_COMMAND_NODES") : null,
                gateway ? reading.targets("ENCORE_QUERY_NODES") : null,
                part == Part.ALL ? null : reading.secret());
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unknown) {
            return "localhost";
        }
    }

    /** Reads settings one by one; each failure is a sentence. */
    private record Reading(Part part, Function<String, @Nullable String> settings) {

        @Nullable
        String text(String name) {
            String value = settings.apply(name);
            return value == null || value.isBlank() ? null : value.strip();
        }

        private String needed(String name, String what) {
            String value = text(name);
            if (value == null) {
                throw new Wrong("A " + part.word() + " node needs " + name + ": " + what + ".");
            }
            return value;
        }

        int port(String name) {
            String value = needed(name, "the port that gateways reach it at");
            try {
                int port = Integer.parseInt(value);
                if (port > 0 && port < 65_536) {
                    return port;
                }
            } catch (NumberFormatException notANumber) {
                // said below
            }
            throw new Wrong(name + " is a port, and '" + value + "' is none.");
        }

        String httpPort() {
            String port = text("PORT");
            return port == null ? "8080" : port;
        }

        Targets targets(String name) {
            String value = needed(name, "host:port of each node, or of a DNS name that stands for all");
            try {
                return Targets.parse(value);
            } catch (IllegalArgumentException wrong) {
                throw new Wrong(name + " " + wrong.getMessage() + ".");
            }
        }

        ClusterSecret secret() {
            String value = needed("ENCORE_CLUSTER_SECRET", "the secret that all nodes share");
            try {
                return new ClusterSecret(value);
            } catch (GivenSecret.Weak weak) {
                throw new Wrong(String.valueOf(weak.getMessage()));
            }
        }
    }

    /** Whether only this machine reaches its ports. */
    boolean isOnLoopback() {
        try {
            return InetAddress.getByName(bind).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    @Override
    public String toString() {
        return node;
    }
}
