package encore.api.authentication;

import encore.api.keys.KeyRegistry;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Seals texts that the console's pages keep, with a key of the installation that has no other use. */
public final class ConsoleSeal {

    /** The number of letters of a seal. */
    public static final int LENGTH = 43;

    private static final String ALGORITHM = "HmacSHA256";

    private final KeyRegistry keyRegistry;

    public ConsoleSeal(KeyRegistry keyRegistry) {
        this.keyRegistry = keyRegistry;
    }

    /**
     * Returns the seal of a text, the same on every gateway.
     *
     * @param text begins with a label of the kind of text, so that no kind passes for another
     */
    public String seal(String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(keyRegistry.consoleKey(), ALGORITHM));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(bytes(text)));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has HmacSHA256", missing);
        }
    }

    /** Whether a seal is that of a text. The comparison takes constant time. */
    public boolean matches(String text, String seal) {
        return MessageDigest.isEqual(bytes(seal(text)), bytes(seal));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
