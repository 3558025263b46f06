package encore.infra.standalone.settings;

import encore.infra.backend.SecretStrength;
import encore.infra.backend.peer.ClusterSecret;
import encore.infra.backend.peer.client.NodeAddresses;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The role of a process and the addresses of the others. Each role requires only its own settings.
 *
 * @param node this process's name in logs and metrics ({@code ENCORE_NODE}); unique in the cluster
 * @param mongo the MongoDB that holds log, keys and views ({@code ENCORE_MONGO}); null for the embedded stores
 * @param peerPort the port on which a side listens for gateways ({@code ENCORE_PEER_PORT})
 * @param bind the address that ports listen on ({@code ENCORE_BIND})
 * @param commandNodes the addresses at which a gateway looks for command nodes ({@code ENCORE_COMMAND_NODES})
 * @param queryNodes the addresses at which a gateway looks for query nodes ({@code ENCORE_QUERY_NODES})
 * @param secret that all nodes share ({@code ENCORE_CLUSTER_SECRET})
 */
public record NodeSettings(
        NodeRole part,
        String node,
        @Nullable String mongo,
        int peerPort,
        String bind,
        @Nullable NodeAddresses commandNodes,
        @Nullable NodeAddresses queryNodes,
        @Nullable ClusterSecret secret) {

    /** Thrown for a missing or wrong setting. The sentence names it. */
    public static final class InvalidSetting extends RuntimeException {
        private static final long serialVersionUID = 1;

        InvalidSetting(String sentence) {
            super(sentence, null, false, false);
        }
    }

    /**
     * Reads and checks the settings.
     *
     * @param settings returns a setting's value, or null
     */
    public static NodeSettings read(NodeRole role, Function<String, @Nullable String> settings) {
        SettingsReader reader = new SettingsReader(role, settings);
        boolean gateway = role == NodeRole.GATEWAY;
        int peerPort = role.isSide() ? reader.port("ENCORE_PEER_PORT") : 0;
        String mongo = gateway ? null : reader.text("ENCORE_MONGO");
        if (mongo != null && !mongo.startsWith("mongodb://") && !mongo.startsWith("mongodb+srv://")) {
            throw new InvalidSetting("ENCORE_MONGO must begin with mongodb:// or mongodb+srv://.");
        }
        if (role.isSide() && mongo == null) {
            throw new InvalidSetting(
                    "A " + role.label() + " node stores nothing itself: set ENCORE_MONGO to the MongoDB"
                            + " (mongodb://host:port/name) that all nodes share.");
        }
        String node = reader.text("ENCORE_NODE");
        String bind = reader.text("ENCORE_BIND");
        return new NodeSettings(
                role,
                node == null ? role.label() + "@" + host() + ":" + (peerPort > 0 ? peerPort : reader.httpPort()) : node,
                mongo,
                peerPort,
                bind == null ? "127.0.0.1" : bind,
                gateway ? reader.targets("ENCORE_COMMAND_NODES") : null,
                gateway ? reader.targets("ENCORE_QUERY_NODES") : null,
                role == NodeRole.ALL ? null : reader.secret());
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unknown) {
            return "localhost";
        }
    }

    /** Reads settings one by one. Each failure is a sentence. */
    private record SettingsReader(NodeRole part, Function<String, @Nullable String> settings) {

        @Nullable
        String text(String name) {
            String value = settings.apply(name);
            return value == null || value.isBlank() ? null : value.strip();
        }

        private String required(String name, String what) {
            String value = text(name);
            if (value == null) {
                throw new InvalidSetting("A " + part.label() + " node needs " + name + ": " + what + ".");
            }
            return value;
        }

        int port(String name) {
            String value = required(name, "the port that gateways reach it at");
            try {
                int port = Integer.parseInt(value);
                if (port > 0 && port < 65_536) {
                    return port;
                }
            } catch (NumberFormatException notANumber) {
                // reported below
            }
            throw new InvalidSetting(name + " must be a port from 1 to 65535, and '" + value + "' is not.");
        }

        String httpPort() {
            String port = text("PORT");
            return port == null ? "8080" : port;
        }

        NodeAddresses targets(String name) {
            String value = required(name, "host:port of each node, or of a DNS name that resolves to all of them");
            try {
                return NodeAddresses.parse(value);
            } catch (IllegalArgumentException wrong) {
                throw new InvalidSetting(name + " " + wrong.getMessage() + ".");
            }
        }

        ClusterSecret secret() {
            String value = required("ENCORE_CLUSTER_SECRET", "the secret that all nodes share");
            try {
                return new ClusterSecret(value);
            } catch (SecretStrength.WeakSecretException weakSecretException) {
                throw new InvalidSetting(String.valueOf(weakSecretException.getMessage()));
            }
        }
    }

    /** Returns whether only this machine reaches the ports. */
    public boolean isOnLoopback() {
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
