package encore.infra.eventstore.snapshots;

import encore.infra.eventstore.keys.AesGcm;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts an aggregate's state under its subject's key: 12 random bytes, the ciphertext and its 16-byte tag. Stream,
 * sequence, type and revision are associated data, so a stored state cannot be exchanged for that of another stream or
 * version, nor for an encrypted value of an event.
 */
final class StateCipher {

    private StateCipher() {}

    static byte[] seal(byte[] key, byte[] state, String stream, long sequence, String type, String revision) {
        return AesGcm.seal(secretKey(key), state, associatedData(stream, sequence, type, revision));
    }

    static byte[] open(byte[] key, byte[] sealed, String stream, long sequence, String type, String revision) {
        try {
            return AesGcm.open(secretKey(key), sealed, 0, associatedData(stream, sequence, type, revision));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A snapshot's state belongs to another stream or version", e);
        }
    }

    private static SecretKeySpec secretKey(byte[] key) {
        return new SecretKeySpec(key, "AES");
    }

    private static byte[] associatedData(String stream, long sequence, String type, String revision) {
        return String.join("\0", "snapshot", stream, Long.toString(sequence), type, revision)
                .getBytes(StandardCharsets.UTF_8);
    }
}
