package encore.api.keys;

import encore.kernel.Refusal;
import encore.kernel.accounts.IssuedKey;
import java.security.SecureRandom;
import java.util.HexFormat;

/** A newly generated key pair: an api_key of 128 random bits and a secret of 256. */
public record NewKey(String apiKey, String apiSecret) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int KEY_BYTES = 16;
    private static final int SECRET_BYTES = 32;

    public static NewKey generate() {
        return new NewKey(random(KEY_BYTES), random(SECRET_BYTES));
    }

    /** Returns the hash of the secret in hex, the only form of it that the log keeps. */
    public String secretHash(SecretHasher hash) {
        return HexFormat.of().formatHex(hash.hash(apiSecret));
    }

    /**
     * Returns the secret after the pair was issued. When another request with the same Idempotency-Key came first, that
     * request's pair was issued and only its answer has shown the secret: then this throws a {@link Refusal}.
     */
    public String secretOf(IssuedKey issued) {
        if (!issued.apiKey().equals(apiKey)) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "answer-not-kept",
                    "This request was honoured before. Its answer held a secret, which is not stored.");
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
