package encore.infra.backend.peer;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Closes what only the two ends of one connection may read (AES-256-GCM): keys travel so, with TLS and without. Its own key
 * follows from the cluster's secret and both challenges, so it fits no other connection.
 */
final class Envelope {

    /** The role that no node proves itself in: theirs are {@code gateway} and the side's before the name. */
    private static final String ROLE = "envelope";

    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec key;

    private Envelope(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
    }

    static Envelope of(ClusterSecret secret, byte[] gatewaysChallenge, byte[] nodesChallenge) {
        return new Envelope(secret.proof(ROLE, gatewaysChallenge, nodesChallenge));
    }

    /** Holds what is closed. */
    record Closed(byte[] bytes) {}

    Closed close(byte[] plain) {
        byte[] nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        try {
            byte[] closed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(plain);
            byte[] whole = Arrays.copyOf(nonce, NONCE + closed.length);
            System.arraycopy(closed, 0, whole, NONCE, closed.length);
            return new Closed(whole);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has AES-GCM", missing);
        }
    }

    /** @throws IllegalArgumentException when it was not closed for this connection */
    byte[] open(Closed closed) {
        byte[] whole = closed.bytes();
        try {
            return cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(whole, NONCE)).doFinal(whole, NONCE, whole.length - NONCE);
        } catch (GeneralSecurityException | IllegalArgumentException forged) {
            throw new IllegalArgumentException("It was not closed for this connection", forged);
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }
}
