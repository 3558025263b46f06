package encore.infra.eventstore.axon;

import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.keys.KeyStore;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 under the installation's keys: what is stored of request ids, fingerprints and claims. */
public final class Hmacs {

    private final SecretKeySpec requests;
    private final SecretKeySpec claims;

    public Hmacs(KeyStore keys) {
        requests = new SecretKeySpec(keys.installation("requests"), "HmacSHA256");
        claims = new SecretKeySpec(keys.installation("claims"), "HmacSHA256");
    }

    /** Of a request's id or its fingerprint. */
    public byte[] request(String text) {
        return mac(requests, text);
    }

    /** Of what must be unique in an account. */
    public byte[] claim(Claim claim) {
        return mac(claims, claim.space() + '\0' + claim.account() + '\0' + claim.value());
    }

    private static byte[] mac(SecretKeySpec key, String text) {
        try {
            Mac mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
