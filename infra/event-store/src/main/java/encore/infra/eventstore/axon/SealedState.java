package encore.infra.eventstore.axon;

import encore.infra.eventstore.keys.AesGcm;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.spec.SecretKeySpec;

/**
 * An aggregate's state under its subject's key: 12 random bytes, the ciphertext and its 16-byte tag. Where it belongs is
 * associated data, so no state can be put in the place of another, and none passes for a value of an event.
 */
final class SealedState {

    private static final SecureRandom RANDOM = new SecureRandom();

    private SealedState() {}

    static byte[] seal(byte[] key, byte[] state, String stream, long sequence, String type, String revision) {
        byte[] nonce = new byte[AesGcm.NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            byte[] secret = AesGcm.encrypt(of(key), nonce, state, place(stream, sequence, type, revision));
            byte[] whole = Arrays.copyOf(nonce, nonce.length + secret.length);
            System.arraycopy(secret, 0, whole, nonce.length, secret.length);
            return whole;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] open(byte[] key, byte[] sealed, String stream, long sequence, String type, String revision) {
        byte[] nonce = Arrays.copyOf(sealed, AesGcm.NONCE_BYTES);
        byte[] secret = Arrays.copyOfRange(sealed, AesGcm.NONCE_BYTES, sealed.length);
        try {
            return AesGcm.decrypt(of(key), nonce, secret, place(stream, sequence, type, revision));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A state does not belong to its stream", e);
        }
    }

    private static SecretKeySpec of(byte[] key) {
        return new SecretKeySpec(key, "AES");
    }

    private static byte[] place(String stream, long sequence, String type, String revision) {
        return String.join("\0", "snapshot", stream, Long.toString(sequence), type, revision)
                .getBytes(StandardCharsets.UTF_8);
    }
}
