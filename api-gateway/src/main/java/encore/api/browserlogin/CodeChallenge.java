package encore.api.browserlogin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** PKCE challenges (RFC 7636), of the method S256 alone. */
final class CodeChallenge {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{43}");

    private CodeChallenge() {}

    /** Whether a text may be a challenge: 32 bytes in base64url. */
    static boolean isValid(String text) {
        return FORM.matcher(text).matches();
    }

    /** Returns the challenge of a verifier; null without one. */
    static @Nullable String of(@Nullable String verifier) {
        if (verifier == null || verifier.isEmpty()) {
            return null;
        }
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("Every JDK has SHA-256", missing);
        }
    }
}
