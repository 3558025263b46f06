package encore.kernel.names;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** The names of streams that stand for texts with any characters. */
public final class HashedName {

    private static final int HASH_BYTES = 16;

    private HashedName() {}

    /** Returns the first 16 bytes of the SHA-256 hash of these texts, as hexadecimal digits. No text contains NUL. */
    public static String of(String... texts) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\0", texts).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(hash, HASH_BYTES));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("Every JDK has SHA-256", missing);
        }
    }
}
