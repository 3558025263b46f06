package encore.kernel.branding;

import encore.kernel.businesses.Business;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The legal texts that a fan accepts before a login. Each text is the one of the business; without one, the text of the
 * branding.
 *
 * @param legalRules the rules of the business; a branding has none
 * @param version the SHA-256 hash (hex) of the three texts; null when there is no text to accept. Equal texts have equal
 *     versions, so a fan that accepted a version is not asked again until a text changes.
 */
public record LegalTexts(
        @Nullable String legalTerms,
        @Nullable String legalPrivacy,
        @Nullable String legalRules,
        @Nullable String version) {

    /** No texts, so nothing must be accepted. */
    public static final LegalTexts NONE = of(Branding.EMPTY, null);

    private static final int ABSENT = -1;

    /**
     * Returns the texts that apply.
     *
     * @param business null for the texts of the branding alone
     */
    public static LegalTexts of(Branding branding, @Nullable Business business) {
        return business == null
                ? of(branding.legalTerms(), branding.legalPrivacy(), null)
                : of(
                        business.legalTerms() == null ? branding.legalTerms() : business.legalTerms(),
                        business.legalPrivacy() == null ? branding.legalPrivacy() : business.legalPrivacy(),
                        business.legalRules());
    }

    private static LegalTexts of(@Nullable String terms, @Nullable String privacy, @Nullable String rules) {
        return new LegalTexts(terms, privacy, rules, hash(terms, privacy, rules));
    }

    /** Whether the texts ask for an acceptance that is not among the accepted versions. */
    public boolean mustBeAccepted(Collection<String> acceptedVersions) {
        return version != null && !acceptedVersions.contains(version);
    }

    /** Hashes each text with its length in front, so that no text can be moved to its neighbour. */
    private static @Nullable String hash(@Nullable String... texts) {
        if (Arrays.stream(texts).allMatch(Objects::isNull)) {
            return null;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String text : texts) {
                byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
                digest.update(ByteBuffer.allocate(Integer.BYTES)
                        .putInt(text == null ? ABSENT : bytes.length)
                        .array());
                digest.update(bytes);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("Every JDK has SHA-256", missing);
        }
    }
}
