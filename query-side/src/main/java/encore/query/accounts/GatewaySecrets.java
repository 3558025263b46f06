package encore.query.accounts;

import encore.infra.backend.Control;
import encore.infra.eventstore.keys.KeyStore;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Derives what gateways are told of the installation's secrets: one key for each purpose, from which neither the secret
 * that it comes from nor another purpose's key follows.
 */
final class GatewaySecrets {

    private static final String HMAC = "HmacSHA256";

    private GatewaySecrets() {}

    static Control.Secrets of(KeyStore keys) {
        byte[] signing = keys.installation("signing");
        return new Control.Secrets(
                keys.installation("api-secret"), derived(signing, "search_uid"), derived(signing, "console"));
    }

    /** The labels are for ever: what was sealed before a restart or an upgrade is opened after it. */
    private static byte[] derived(byte[] secret, String purpose) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret, HMAC));
            return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has " + HMAC, missing);
        }
    }
}
