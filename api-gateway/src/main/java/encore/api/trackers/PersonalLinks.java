package encore.api.trackers;

import encore.api.keys.KeyRegistry;
import encore.kernel.trackers.TrackerId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Seals the fan of a personal link, so that a link shows no fan_id and nobody makes one for another fan. A sealed fan fits
 * one tracker. The same fan and tracker always give the same link.
 */
@Component
class PersonalLinks {

    /** The parameter of a short link that carries the fan. */
    static final String PARAMETER = "f";

    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final int LENGTH = NONCE + Long.BYTES + TAG_BITS / 8;

    private final KeyRegistry keyRegistry;

    PersonalLinks(KeyRegistry keyRegistry) {
        this.keyRegistry = keyRegistry;
    }

    /** Returns the sealed fan. */
    String seal(long fanId, TrackerId tracker) {
        try {
            byte[] key = keyRegistry.linkKey();
            byte[] fan = ByteBuffer.allocate(Long.BYTES).putLong(fanId).array();
            byte[] nonce = Arrays.copyOf(mac(key, tracker, fan), NONCE);
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce, tracker).doFinal(fan);
            byte[] whole = ByteBuffer.allocate(LENGTH).put(nonce).put(sealed).array();
            return Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns the fan; null when the text is forged or another tracker's. */
    @Nullable
    Long open(String text, TrackerId tracker) {
        try {
            byte[] key = keyRegistry.linkKey();
            byte[] whole = Base64.getUrlDecoder().decode(text);
            if (whole.length != LENGTH || key.length == 0) {
                return null;
            }
            byte[] nonce = Arrays.copyOf(whole, NONCE);
            byte[] fan = cipher(Cipher.DECRYPT_MODE, key, nonce, tracker).doFinal(whole, NONCE, whole.length - NONCE);
            return ByteBuffer.wrap(fan).getLong();
        } catch (AEADBadTagException | IllegalArgumentException forged) {
            return null;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] mac(byte[] key, TrackerId tracker, byte[] fan) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update(name(tracker));
        return mac.doFinal(fan);
    }

    private static Cipher cipher(int mode, byte[] key, byte[] nonce, TrackerId tracker)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(name(tracker));
        return cipher;
    }

    private static byte[] name(TrackerId tracker) {
        return tracker.toString().getBytes(StandardCharsets.UTF_8);
    }
}
