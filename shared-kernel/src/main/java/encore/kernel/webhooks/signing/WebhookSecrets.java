package encore.kernel.webhooks.signing;

import encore.kernel.webhooks.WebhookId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * The secrets of webhooks. They are derived from a secret of the installation (HKDF, RFC 5869) with the webhook and the
 * generation, and stored nowhere.
 *
 * @param installationSecret the secret with the name {@link #SECRET}
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares secrets.
public record WebhookSecrets(byte[] installationSecret) {

    /** The name of the installation's secret. It never changes. */
    public static final String SECRET = "webhooks";

    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HKDF-SHA256";
    private static final int BYTES = 32;

    public WebhookSecrets {
        installationSecret = installationSecret.clone();
    }

    @Override
    public String toString() {
        return "WebhookSecrets";
    }

    /** Returns the 32 bytes that sign. */
    public byte[] derive(WebhookId webhook, int generation) {
        String info = "encore webhook\0" + webhook + '\0' + generation;
        try {
            return KDF.getInstance(ALGORITHM)
                    .deriveData(HKDFParameterSpec.ofExtract()
                            .addIKM(installationSecret)
                            .thenExpand(info.getBytes(StandardCharsets.UTF_8), BYTES));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM, missing);
        }
    }

    /** Returns the secrets of several generations, in the same order. */
    public List<byte[]> deriveAll(WebhookId webhook, List<Integer> generations) {
        return generations.stream()
                .map(generation -> derive(webhook, generation))
                .toList();
    }

    /** Returns a secret as its owner gets it: {@code whsec_} and Base64. */
    public String text(WebhookId webhook, int generation) {
        return PREFIX + Base64.getEncoder().encodeToString(derive(webhook, generation));
    }
}
