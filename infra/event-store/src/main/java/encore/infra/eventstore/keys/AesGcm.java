package encore.infra.eventstore.keys;

import java.security.GeneralSecurityException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES-256-GCM with a tag of 16 bytes. Ciphers are used again: to look one up costs as much as to decrypt a word, and
 * whoever replays the log decrypts millions.
 */
public final class AesGcm {

    public static final int NONCE_BYTES = 12;

    private static final int TAG_BITS = 128;
    private static final Queue<Cipher> IDLE = new ConcurrentLinkedQueue<>();

    private AesGcm() {}

    /**
     * @param associated what is authenticated beside the input, in this order
     * @throws GeneralSecurityException when something to be decrypted was encrypted otherwise
     */
    public static byte[] encrypt(SecretKey key, byte[] nonce, byte[] input, byte[]... associated)
            throws GeneralSecurityException {
        return run(Cipher.ENCRYPT_MODE, key, nonce, input, associated);
    }

    /** Undoes {@link #encrypt}. */
    public static byte[] decrypt(SecretKey key, byte[] nonce, byte[] input, byte[]... associated)
            throws GeneralSecurityException {
        return run(Cipher.DECRYPT_MODE, key, nonce, input, associated);
    }

    private static byte[] run(int mode, SecretKey key, byte[] nonce, byte[] input, byte[]... associated)
            throws GeneralSecurityException {
        Cipher idle = IDLE.poll();
        Cipher cipher = idle == null ? Cipher.getInstance("AES/GCM/NoPadding") : idle;
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        for (byte[] part : associated) {
            cipher.updateAAD(part);
        }
        byte[] output = cipher.doFinal(input);
        IDLE.offer(cipher);
        return output;
    }
}
