package encore.infra.eventstore.snapshots;

import encore.infra.eventstore.keys.AesGcm;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts an aggregate's state under its subject's key: 12 random bytes, the ciphertext and its 16-byte tag. Stream,
 * sequence, type and revision are associated data, so a state cannot replace another one, nor pass for a value of an
 * event.
 */
final class StateCipher {

    private StateCipher() {}

    static byte[] seal(byte[] key, byte[] state, String stream, long sequence, String type, String revision) {
        return AesGcm.seal(of(key), state, place(stream, sequence, type, revision));
    }

    static byte[] open(byte[] key, byte[] sealed, String stream, long sequence, String type, String revision) {
        try {
            return AesGcm.open(of(key), sealed, 0, place(stream, sequence, type, revision));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A snapshot's state belongs to another stream or version", e);
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
