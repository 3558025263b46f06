package encore.infra.eventstore.codec;

import encore.infra.eventstore.keys.AesGcm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256-GCM over one personal value: base64 of 12 random bytes, the ciphertext and its 16-byte tag. Event id and field
 * are associated data, so no value can be moved to another event or field.
 */
final class PersonalCipher {

    private static final SecureRandom RANDOM = new SecureRandom();

    private PersonalCipher() {}

    static String encrypt(byte[] key, byte[] plain, byte[] commitId, int ordinal, String pointer) {
        byte[] nonce = new byte[AesGcm.NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            byte[] secret = AesGcm.encrypt(of(key), nonce, plain, commitId, bytes(ordinal), bytes(pointer));
            byte[] whole = Arrays.copyOf(nonce, nonce.length + secret.length);
            System.arraycopy(secret, 0, whole, nonce.length, secret.length);
            return Base64.getEncoder().withoutPadding().encodeToString(whole);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] decrypt(byte[] key, String text, byte[] commitId, int ordinal, String pointer) {
        byte[] whole = Base64.getDecoder().decode(text);
        byte[] nonce = Arrays.copyOf(whole, AesGcm.NONCE_BYTES);
        byte[] secret = Arrays.copyOfRange(whole, AesGcm.NONCE_BYTES, whole.length);
        try {
            return AesGcm.decrypt(of(key), nonce, secret, commitId, bytes(ordinal), bytes(pointer));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A personal value does not belong to its place: " + pointer, e);
        }
    }

    private static SecretKeySpec of(byte[] key) {
        return new SecretKeySpec(key, "AES");
    }

    private static byte[] bytes(int ordinal) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(ordinal).array();
    }

    private static byte[] bytes(String pointer) {
        return pointer.getBytes(StandardCharsets.UTF_8);
    }
}
