package encore.kernel.people.signin;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A code that stands in for a lost app once. It has 80 random bits, so a plain hash of it is enough.
 *
 * @param text in groups of four letters and digits, {@code abcd-2345-efgh-6789}, or as somebody typed it
 */
public record RecoveryCode(String text) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
    private static final int LENGTH = 16;
    private static final int GROUP = 4;

    /** Returns the texts of new codes. */
    public static List<String> generate() {
        return IntStream.range(0, NewCodes.RECOVERY_CODES)
                .mapToObj(each -> one())
                .toList();
    }

    private static String one() {
        StringBuilder code = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            if (i > 0 && i % GROUP == 0) {
                code.append('-');
            }
            code.append(LETTERS.charAt(RANDOM.nextInt(LETTERS.length())));
        }
        return code.toString();
    }

    /** Returns the hash that is kept of a text, whatever its case and however it is grouped. */
    public static String hashOf(String text) {
        return new RecoveryCode(text).hash();
    }

    private String hash() {
        String letters = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(letters.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has SHA-256", missing);
        }
    }

    @Override
    public String toString() {
        return "RecoveryCode";
    }
}
