package encore.api.keys;

import encore.kernel.Refusal;
import encore.kernel.accounts.IssuedKey;
import java.security.SecureRandom;
import java.util.HexFormat;

/** A freshly minted key pair: 128 random bits to name it, 256 to keep secret. */
public record NewKey(String apiKey, String apiSecret) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int KEY_BYTES = 16;
    private static final int SECRET_BYTES = 32;

    public static NewKey mint() {
        return new NewKey(random(KEY_BYTES), random(SECRET_BYTES));
    }

    /** Returns what the log may know of the secret. */
    public String secretHash(SecretHash hash) {
        return HexFormat.of().formatHex(hash.of(apiSecret));
    }

    /**
     * The secret, once the pair is issued. When another request with the same Idempotency-Key was quicker, the answer is
     * the other's pair, whose secret only the other has shown.
     */
    public String secretOf(IssuedKey issued) {
        if (!issued.apiKey().equals(apiKey)) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "answer-not-kept",
                    "This request was done before. Its answer held a secret, which is not kept and cannot be repeated.");
        }
        return apiSecret;
    }

    @Override
    public String toString() {
        return "NewKey[" + apiKey + "]";
    }

    private static String random(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
