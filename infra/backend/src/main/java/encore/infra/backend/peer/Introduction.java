package encore.infra.backend.peer;

import org.jspecify.annotations.Nullable;

/** Holds the words by which two nodes come to trust a connection; see {@link ClusterSecret}. */
final class Introduction {

    static final int VERSION = 3;

    /** The role in a gateway's proof. */
    static final String GATEWAY = "gateway";

    /** Asks a node who it is. */
    static final String CHALLENGE = "cluster.challenge";

    /** Tells it that the gateway knows the secret too. */
    static final String PROOF = "cluster.proof";

    /** Nothing longer is read before a connection has proved itself. */
    static final int LONGEST = 1_024;

    private Introduction() {}

    /** In the SETUP frame. */
    record Setup(int version, String node, byte[] challenge) {

        boolean isOurs() {
            return version == VERSION && node != null && challenge != null && challenge.length == 16;
        }
    }

    /**
     * Holds what a node answers to {@link #CHALLENGE}.
     *
     * @param since when it began to answer gateways, in milliseconds by its own clock; a node of an older build does not say
     */
    record Node(String side, String node, @Nullable Long since, byte[] challenge, byte[] proof) {

        static String role(String side, String node) {
            return side + " " + node;
        }
    }
}
