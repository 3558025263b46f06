package encore.api.access;

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

    /** What the log may know of the secret. */
    public String secretHash(SecretHash hash) {
        return HexFormat.of().formatHex(hash.of(apiSecret));
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
