package encore.infra.eventstore.codec;

import encore.infra.eventstore.keys.AesGcm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts one personal value with AES-256-GCM: base64 of 12 random bytes, the ciphertext and its 16-byte tag. The
 * event's id and the field are associated data, so a value cannot be moved to another event or field.
 */
final class PersonalCipher {

    private static final Base64.Encoder BASE64 = Base64.getEncoder().withoutPadding();

    private PersonalCipher() {}

    static SecretKey of(byte[] key) {
        return new SecretKeySpec(key, "AES");
    }

    /** Returns the characters of the base64 text as bytes. */
    static byte[] encrypt(SecretKey key, byte[] plain, byte[] commitId, int ordinal, String pointer) {
        return BASE64.encode(AesGcm.seal(key, plain, place(commitId, ordinal, pointer)));
    }

    static byte[] decrypt(SecretKey key, String text, byte[] commitId, int ordinal, String pointer) {
        try {
            return AesGcm.open(key, Base64.getDecoder().decode(text), 0, place(commitId, ordinal, pointer));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A personal value does not belong to this event and field: " + pointer, e);
        }
    }

    private static byte[] place(byte[] commitId, int ordinal, String pointer) {
        byte[] field = pointer.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(commitId.length + Integer.BYTES + field.length)
                .put(commitId)
                .putInt(ordinal)
                .put(field)
                .array();
    }
}
