package encore.infra.backend.peer;

import org.jspecify.annotations.Nullable;

/** The messages of the handshake by which two nodes come to trust a connection; see {@link ClusterSecret}. */
final class Introduction {

    static final int VERSION = 3;

    /** The role in a gateway's proof. */
    static final String GATEWAY = "gateway";

    /** The route that asks a node to identify itself. */
    static final String CHALLENGE = "cluster.challenge";

    /** The route on which the gateway proves that it knows the secret too. */
    static final String PROOF = "cluster.proof";

    /** The largest setup that is read before a connection has proved itself, in bytes. */
    static final int LONGEST = 1_024;

    private Introduction() {}

    /** The gateway's data in the SETUP frame. */
    record Setup(int version, String node, byte[] challenge) {

        boolean isOurs() {
            return version == VERSION && node != null && challenge != null && challenge.length == 16;
        }
    }

    /**
     * A node's answer to {@link #CHALLENGE}.
     *
     * @param since when it began to answer gateways, in milliseconds by its own clock; null from a node of an older
     *     build
     */
    record Node(String side, String node, @Nullable Long since, byte[] challenge, byte[] proof) {

        static String role(String side, String node) {
            return side + " " + node;
        }
    }
}
