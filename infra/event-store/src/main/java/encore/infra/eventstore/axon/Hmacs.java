package encore.infra.eventstore.axon;

import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.keys.KeyStore;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Computes HMAC-SHA256 under the installation's keys. Request ids, fingerprints and claims are stored only in this
 * form.
 */
public final class Hmacs {

    private final MacPool requests;
    private final MacPool claims;

    public Hmacs(KeyStore keys) {
        requests = new MacPool(keys.installationSecret("requests"));
        claims = new MacPool(keys.installationSecret("claims"));
    }

    /** Returns the HMAC of a request's id or fingerprint. */
    public byte[] request(String text) {
        return requests.of(text);
    }

    /** Returns the HMAC of a value that must be unique in an account. */
    public byte[] claim(Claim claim) {
        return claims.of(claim.space() + '\0' + claim.account() + '\0' + claim.value());
    }

    /**
     * Keeps initialised {@link Mac} objects of one key for reuse: looking up the algorithm costs more than using it.
     */
    private static final class MacPool {

        private final SecretKeySpec key;
        private final Queue<Mac> idle = new ConcurrentLinkedQueue<>();

        MacPool(byte[] secret) {
            key = new SecretKeySpec(secret, "HmacSHA256");
        }

        byte[] of(String text) {
            Mac ready = idle.poll();
            Mac mac = ready == null ? made() : ready;
            byte[] sum = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
            idle.offer(mac);
            return sum;
        }

        private Mac made() {
            try {
                Mac mac = Mac.getInstance(key.getAlgorithm());
                mac.init(key);
                return mac;
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
