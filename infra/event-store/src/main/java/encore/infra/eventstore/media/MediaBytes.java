package encore.infra.eventstore.media;

import encore.infra.eventstore.keys.AesGcm;
import encore.infra.eventstore.keys.KeyStore;
import encore.kernel.fans.FanId;
import encore.kernel.media.MediaId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Encrypts the parts of a fan's media under the fan's key, and hashes parts as they are stored. */
public final class MediaBytes {

    private final MediaStore store;
    private final KeyStore keys;

    public MediaBytes(MediaStore store, KeyStore keys) {
        this.store = store;
        this.keys = keys;
    }

    /**
     * Stores a part, durable on return.
     *
     * @param fan the fan under whose key it is encrypted; null for none
     * @return whether it was stored; false when the fan has no key
     */
    public boolean store(MediaId media, @Nullable FanId fan, int part, byte[] bytes) {
        if (fan == null) {
            store.write(media, part, bytes);
            return true;
        }
        SecretKey key = key(fan);
        if (key == null) {
            return false;
        }
        store.write(media, part, AesGcm.seal(key, bytes, associated(media, part)));
        return true;
    }

    /**
     * Loads a part.
     *
     * @param fan the fan under whose key it is encrypted; null for none
     * @return its bytes; null when it is not stored, or the fan was erased
     */
    public byte @Nullable [] load(MediaId media, @Nullable FanId fan, int part) {
        SecretKey key = fan == null ? null : key(fan);
        byte[] stored = fan != null && key == null ? null : store.read(media, part);
        if (stored == null || key == null) {
            return stored;
        }
        try {
            return AesGcm.open(key, stored, 0, associated(media, part));
        } catch (GeneralSecurityException damaged) {
            throw new IllegalStateException("The bytes of " + media + " were changed", damaged);
        }
    }

    /** Returns the SHA-256 of all stored parts, one after the other, in hex; null when one of them is missing. */
    public @Nullable String hash(MediaId media, int parts) {
        return hash(store, media, parts);
    }

    static @Nullable String hash(MediaStore store, MediaId media, int parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (int part = 0; part < parts; part++) {
                byte[] stored = store.read(media, part);
                if (stored == null) {
                    return null;
                }
                digest.update(stored);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has SHA-256", missing);
        }
    }

    private @Nullable SecretKey key(FanId fan) {
        byte[] key = keys.find(fan.toString());
        return key == null ? null : new SecretKeySpec(key, "AES");
    }

    /** Binds a part to its asset and place, so that no other can be put there. */
    private static byte[] associated(MediaId media, int part) {
        return (media + "/" + part).getBytes(StandardCharsets.UTF_8);
    }
}
