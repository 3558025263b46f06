package encore.api.keys;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Hashes the secrets of key pairs with HMAC-SHA256 under a key of the installation; only the hash is stored. */
public final class SecretHasher {

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /** One Mac for each thread: looking up the algorithm costs more than the hash, and a Mac is not thread-safe. */
    private final ThreadLocal<Mac> macs;

    public SecretHasher(byte[] installationKey) {
        key = new SecretKeySpec(installationKey, ALGORITHM);
        macs = ThreadLocal.withInitial(this::mac);
    }

    public byte[] hash(String secret) {
        return macs.get().doFinal(secret.getBytes(StandardCharsets.UTF_8));
    }

    private Mac mac() {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM, missing);
        }
    }
}
