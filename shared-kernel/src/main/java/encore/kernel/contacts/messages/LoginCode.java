package encore.kernel.contacts.messages;

import encore.kernel.contacts.ContactId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The code of a request. It is computed from the request under a secret of the installation: no code is stored, and each
 * delivery of one request carries the same code.
 *
 * @param digits six of them
 */
public record LoginCode(String digits) {

    /** The name of the installation's secret. It never changes. */
    public static final String SECRET = "login-codes";

    private static final String HMAC = "HmacSHA256";
    private static final int CODES = 1_000_000;

    /** Computes the code of a request. */
    public static LoginCode of(byte[] secret, ContactId contact, String requestUid) {
        byte[] mac = hmac(secret, "code\0" + contact + '\0' + requestUid);
        long number = Long.remainderUnsigned(ByteBuffer.wrap(mac).getLong(), CODES);
        return new LoginCode(String.format(Locale.ROOT, "%06d", number));
    }

    /** Returns the HMAC-SHA256 of a text. Texts of different purposes begin with different words. */
    public static byte[] hmac(byte[] secret, String text) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret, HMAC));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has " + HMAC, missing);
        }
    }

    @Override
    public String toString() {
        return "LoginCode";
    }
}
