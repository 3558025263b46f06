package encore.infra.backend.peer;

import org.jspecify.annotations.Nullable;

/** How two nodes come to trust a connection; see {@link ClusterSecret}. */
final class Introduction {

    static final int VERSION = 1;

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
    record Setup(int version, String node, byte[] challenge) {}

    /** What a node answers to {@link #CHALLENGE}. */
    record Node(String side, String node, byte[] challenge, byte[] proof) {

        static String role(String side, String node) {
            return side + " " + node;
        }
    }

    static @Nullable Setup read(byte[] bytes) {
        if (bytes.length == 0 || bytes.length > LONGEST) {
            return null;
        }
        try {
            Setup setup = Cbor.read(bytes, Setup.class);
            return setup.version() == VERSION
                            && setup.node() != null
                            && setup.challenge() != null
                            && setup.challenge().length == 16
                    ? setup
                    : null;
        } catch (RuntimeException unreadable) {
            return null;
        }
    }
}
