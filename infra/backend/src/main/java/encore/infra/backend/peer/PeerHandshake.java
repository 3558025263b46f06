package encore.infra.backend.peer;

import org.jspecify.annotations.Nullable;

/** The messages of the handshake by which two nodes come to trust a connection; see {@link ClusterSecret}. */
public final class PeerHandshake {

    public static final int VERSION = 4;

    /** The role in a gateway's proof. */
    public static final String GATEWAY_ROLE = "gateway";

    /** The route that asks a node to identify itself. */
    public static final String CHALLENGE_ROUTE = "cluster.challenge";

    /** The route on which the gateway proves that it knows the secret too. */
    public static final String PROOF_ROUTE = "cluster.proof";

    /** The largest setup that is read before a connection has proved itself, in bytes. */
    public static final int MAX_SETUP_BYTES = 1_024;

    private PeerHandshake() {}

    /**
     * The gateway's data in the SETUP frame.
     *
     * @param readsPeople whether it reads control messages about people; null from a gateway of an older build, which
     *     does not
     */
    public record Setup(
            int version,
            String node,
            byte[] challenge,
            @Nullable Boolean readsPeople) {

        public boolean isValid() {
            return version == VERSION && node != null && challenge != null && challenge.length == 16;
        }
    }

    /**
     * A node's answer to {@link #CHALLENGE_ROUTE}.
     *
     * @param since when it began to answer gateways, in milliseconds by its own clock; null from a node of an older
     *     build
     * @param checksIfMatch whether it checks the preconditions of commands; null from a node of an older build, which would
     *     overlook them
     * @param joinsGateways whether it passes questions of a gateway on to all gateways; null from a node of an older build
     */
    public record NodeIdentity(
            String side,
            String node,
            @Nullable Long since,
            byte[] challenge,
            byte[] proof,
            @Nullable Boolean checksIfMatch,
            @Nullable Boolean joinsGateways) {

        public static String role(String side, String node) {
            return side + " " + node;
        }
    }
}
