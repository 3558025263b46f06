package encore.infra.backend.peer;

import encore.infra.backend.SecretStrength;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret that all nodes of an installation share. It is never sent: each end of a connection sends a challenge, and
 * the other answers with an HMAC over both challenges and its own role. So a recorded proof cannot be used again.
 */
public final class ClusterSecret {

    private static final String HMAC = "HmacSHA256";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec key;

    /** @throws SecretStrength.Weak when an attacker could guess it from one recorded proof */
    public ClusterSecret(String secret) {
        SecretStrength.requireStrong("ENCORE_CLUSTER_SECRET", secret);
        key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), HMAC);
    }

    public static byte[] challenge() {
        byte[] fresh = new byte[16];
        RANDOM.nextBytes(fresh);
        return fresh;
    }

    /**
     * Returns the proof that this end knows the secret.
     *
     * @param role the role and name of the end that proves itself
     */
    public byte[] proof(String role, byte[] gatewaysChallenge, byte[] nodesChallenge) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            byte[] words = role.getBytes(StandardCharsets.UTF_8);
            mac.update(ByteBuffer.allocate(4).putInt(words.length).flip());
            mac.update(words);
            mac.update(gatewaysChallenge);
            mac.update(nodesChallenge);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has " + HMAC, e);
        }
    }

    public boolean proves(byte[] proof, String role, byte[] gatewaysChallenge, byte[] nodesChallenge) {
        return MessageDigest.isEqual(proof, proof(role, gatewaysChallenge, nodesChallenge));
    }

    @Override
    public String toString() {
        return "ClusterSecret";
    }
}
