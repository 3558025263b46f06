package encore.infra.eventstore.codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256-GCM over one personal value: base64 of 12 random bytes, the ciphertext and its 16-byte tag. Event id and field
 * are associated data, so no value can be moved to another event or field.
 */
final class PersonalCipher {

    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private PersonalCipher() {}

    /** One serves for all values of an event: it then looks for its provider, and prepares its key, only once. */
    static Cipher cipher() {
        try {
            return Cipher.getInstance(ALGORITHM);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String encrypt(byte[] key, byte[] plain, byte[] commitId, int ordinal, String pointer) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        byte[] secret = run(cipher(), Cipher.ENCRYPT_MODE, key, nonce, plain, commitId, ordinal, pointer);
        byte[] whole = ByteBuffer.allocate(nonce.length + secret.length)
                .put(nonce)
                .put(secret)
                .array();
        return Base64.getEncoder().withoutPadding().encodeToString(whole);
    }

    static byte[] decrypt(Cipher cipher, byte[] key, String text, byte[] commitId, int ordinal, String pointer) {
        ByteBuffer whole = ByteBuffer.wrap(Base64.getDecoder().decode(text));
        byte[] nonce = new byte[NONCE_BYTES];
        whole.get(nonce);
        byte[] secret = new byte[whole.remaining()];
        whole.get(secret);
        return run(cipher, Cipher.DECRYPT_MODE, key, nonce, secret, commitId, ordinal, pointer);
    }

    private static byte[] run(
            Cipher cipher,
            int mode,
            byte[] key,
            byte[] nonce,
            byte[] input,
            byte[] commitId,
            int ordinal,
            String pointer) {
        try {
            cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(commitId);
            cipher.updateAAD(ByteBuffer.allocate(Integer.BYTES).putInt(ordinal).array());
            cipher.updateAAD(pointer.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A personal value does not belong to its place: " + pointer, e);
        }
    }
}
