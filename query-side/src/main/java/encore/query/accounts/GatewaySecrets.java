package encore.query.accounts;

import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.keys.KeyStore;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Derives the secrets that gateways receive: one key for each purpose. Neither the installation's secret nor the key of
 * another purpose can be computed from a derived key.
 */
final class GatewaySecrets {

    private static final String HMAC = "HmacSHA256";

    private GatewaySecrets() {}

    static ControlMessage.Secrets derive(KeyStore keys) {
        byte[] signing = keys.installationSecret("signing");
        return new ControlMessage.Secrets(
                keys.installationSecret("api-secret"),
                deriveKey(signing, "search_uid"),
                deriveKey(signing, "console"),
                deriveKey(signing, "session_uid"),
                deriveKey(signing, "tracker_link"));
    }

    /** Derives a key. Purposes must never change: text sealed before a restart or an upgrade has to open after it. */
    private static byte[] deriveKey(byte[] secret, String purpose) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret, HMAC));
            return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has " + HMAC, missing);
        }
    }
}
