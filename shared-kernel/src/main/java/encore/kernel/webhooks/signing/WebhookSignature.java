package encore.kernel.webhooks.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A signature of a message, as Standard Webhooks demand: HMAC-SHA256 of id, timestamp and body.
 *
 * @param text {@code v1,} and the signature in Base64
 */
public record WebhookSignature(String text) {

    private static final String HMAC = "HmacSHA256";
    private static final String VERSION = "v1,";

    /**
     * Returns the header {@code webhook-signature}: a signature of each secret, with spaces between them.
     *
     * @param timestamp the time of this attempt, in unix seconds, as in the header {@code webhook-timestamp}
     */
    public static String sign(List<byte[]> secrets, String messageId, long timestamp, byte[] body) {
        byte[] head = (messageId + '.' + timestamp + '.').getBytes(StandardCharsets.UTF_8);
        return secrets.stream().map(secret -> of(secret, head, body).text()).collect(Collectors.joining(" "));
    }

    private static WebhookSignature of(byte[] secret, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret, HMAC));
            mac.update(head);
            return new WebhookSignature(VERSION + Base64.getEncoder().encodeToString(mac.doFinal(body)));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has " + HMAC, missing);
        }
    }
}
