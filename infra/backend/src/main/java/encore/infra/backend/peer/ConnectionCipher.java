package encore.infra.backend.peer;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts data that only the two ends of one connection may read (AES-256-GCM). Keys are sent this way, with TLS and
 * without. The encryption key is derived from the cluster's secret and both challenges, so it fits no other connection.
 */
public final class ConnectionCipher {

    /**
     * The role from which the key is derived. No node proves itself in this role: gateways use {@code gateway}, nodes
     * their side and name.
     */
    private static final String KEY_ROLE = "envelope";

    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec key;

    private ConnectionCipher(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
    }

    public static ConnectionCipher of(ClusterSecret secret, byte[] gatewaysChallenge, byte[] nodesChallenge) {
        return new ConnectionCipher(secret.proof(KEY_ROLE, gatewaysChallenge, nodesChallenge));
    }

    /** Encrypted data. */
    public record Ciphertext(byte[] bytes) {}

    public Ciphertext encrypt(byte[] plain) {
        byte[] nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        try {
            byte[] closed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(plain);
            byte[] whole = Arrays.copyOf(nonce, NONCE + closed.length);
            System.arraycopy(closed, 0, whole, NONCE, closed.length);
            return new Ciphertext(whole);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has AES-GCM", missing);
        }
    }

    /**
     * Decrypts data.
     *
     * @throws IllegalArgumentException when the data was not encrypted for this connection
     */
    public byte[] decrypt(Ciphertext ciphertext) {
        byte[] whole = ciphertext.bytes();
        try {
            return cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(whole, NONCE)).doFinal(whole, NONCE, whole.length - NONCE);
        } catch (GeneralSecurityException | IllegalArgumentException forged) {
            throw new IllegalArgumentException("The data was not encrypted for this connection", forged);
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }
}
