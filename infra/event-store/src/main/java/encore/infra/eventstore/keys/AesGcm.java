package encore.infra.eventstore.keys;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts with AES-256-GCM into 12 random bytes, the ciphertext and its tag of 16 bytes. Cipher objects are reused: to
 * create one costs as much as to decrypt a word, and a replay of the log decrypts millions of values. The cipher that
 * was used last is reused first, because it is most likely initialised with the same key.
 */
public final class AesGcm {

    public static final int NONCE_BYTES = 12;

    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Deque<Cipher> IDLE = new ConcurrentLinkedDeque<>();

    private AesGcm() {}

    /**
     * Encrypts bytes.
     *
     * @param associated data that is authenticated too, but not stored
     */
    public static byte[] seal(SecretKey key, byte[] input, byte[] associated) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            Cipher cipher = initialisedCipher(Cipher.ENCRYPT_MODE, key, nonce, 0, associated);
            byte[] sealed = new byte[NONCE_BYTES + input.length + TAG_BITS / Byte.SIZE];
            System.arraycopy(nonce, 0, sealed, 0, NONCE_BYTES);
            cipher.doFinal(input, 0, input.length, sealed, NONCE_BYTES);
            IDLE.push(cipher);
            return sealed;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Decrypts the result of {@link #seal}.
     *
     * @param from the index in the bytes at which that result begins
     * @throws GeneralSecurityException when the bytes were encrypted with another key or other associated data
     */
    public static byte[] open(SecretKey key, byte[] bytes, int from, byte[] associated)
            throws GeneralSecurityException {
        Cipher cipher = initialisedCipher(Cipher.DECRYPT_MODE, key, bytes, from, associated);
        int start = from + NONCE_BYTES;
        byte[] opened = cipher.doFinal(bytes, start, bytes.length - start);
        IDLE.push(cipher);
        return opened;
    }

    private static Cipher initialisedCipher(int mode, SecretKey key, byte[] nonce, int from, byte[] associated)
            throws GeneralSecurityException {
        Cipher idle = IDLE.poll();
        Cipher cipher = idle == null ? Cipher.getInstance("AES/GCM/NoPadding") : idle;
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce, from, NONCE_BYTES));
        cipher.updateAAD(associated);
        return cipher;
    }
}
