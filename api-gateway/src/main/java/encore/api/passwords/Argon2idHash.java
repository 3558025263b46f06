package encore.api.passwords;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.jspecify.annotations.Nullable;

/**
 * A hash of a password: Argon2id, version 19. Its encoded form is {@code $argon2id$v=19$m=…,t=…,p=…$<salt>$<hash>}.
 *
 * @param kibibytes the memory that a computation takes
 */
record Argon2idHash(int kibibytes, int passes, int lanes, byte[] salt, byte[] hash) {

    private static final int KIBIBYTES = 19 * 1024;
    private static final int PASSES = 2;
    private static final int LANES = 1;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    /** A stored hash that asks for more than this is not computed: it is not ours. */
    private static final int MAX_KIBIBYTES = 64 * 1024;

    private static final int MAX_PASSES = 10;
    private static final int MAX_LANES = 4;
    private static final int MAX_BYTES = 64;

    private static final Pattern ENCODED = Pattern.compile(
            "\\$argon2id\\$v=19\\$m=(\\d{1,6}),t=(\\d{1,2}),p=(\\d)\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Compared where there is no stored hash. It has the cost of a new hash, and no password leads to it. */
    static final Argon2idHash DUMMY =
            new Argon2idHash(KIBIBYTES, PASSES, LANES, random(SALT_BYTES), random(HASH_BYTES));

    /** Hashes a password with a new salt. */
    static Argon2idHash of(String password) {
        byte[] salt = random(SALT_BYTES);
        return new Argon2idHash(
                KIBIBYTES, PASSES, LANES, salt, compute(password, KIBIBYTES, PASSES, LANES, salt, HASH_BYTES));
    }

    /** Returns null for a text that is no such hash, or one whose computation would cost too much. */
    static @Nullable Argon2idHash parse(String encoded) {
        Matcher parts = ENCODED.matcher(encoded);
        if (!parts.matches()) {
            return null;
        }
        try {
            Base64.Decoder base64 = Base64.getDecoder();
            Argon2idHash parsed = new Argon2idHash(
                    Integer.parseInt(parts.group(1)),
                    Integer.parseInt(parts.group(2)),
                    Integer.parseInt(parts.group(3)),
                    base64.decode(parts.group(4)),
                    base64.decode(parts.group(5)));
            return parsed.isAffordable() ? parsed : null;
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
    }

    private boolean isAffordable() {
        return lanes >= 1
                && lanes <= MAX_LANES
                && kibibytes >= 8 * lanes
                && kibibytes <= MAX_KIBIBYTES
                && passes >= 1
                && passes <= MAX_PASSES
                && salt.length >= 8
                && salt.length <= MAX_BYTES
                && hash.length >= 16
                && hash.length <= MAX_BYTES;
    }

    /** Computes the hash of a password anew, and compares it in a time that does not depend on either hash. */
    boolean matches(String password) {
        return MessageDigest.isEqual(compute(password, kibibytes, passes, lanes, salt, hash.length), hash);
    }

    String encoded() {
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + kibibytes + ",t=" + passes + ",p=" + lanes + "$" + base64.encodeToString(salt)
                + "$" + base64.encodeToString(hash);
    }

    private static byte[] compute(String password, int kibibytes, int passes, int lanes, byte[] salt, int length) {
        var generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(kibibytes)
                .withIterations(passes)
                .withParallelism(lanes)
                .withSalt(salt)
                .build());
        byte[] hash = new byte[length];
        generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
        return hash;
    }

    private static byte[] random(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    @Override
    public String toString() {
        return "Argon2idHash";
    }
}
