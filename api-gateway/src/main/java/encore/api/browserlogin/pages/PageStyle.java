package encore.api.browserlogin.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.springframework.core.io.ClassPathResource;

/**
 * The style of all pages. It stands in each page, so that a page loads no file. The content security policy names its
 * hash, so no other style applies.
 */
final class PageStyle {

    static final Markup ELEMENT;

    /** The source of the style in a content security policy. */
    static final String SOURCE;

    static {
        String css = load();
        ELEMENT = Markup.style(css);
        SOURCE = "'sha256-" + hash(css) + "'";
    }

    private PageStyle() {}

    private static String load() {
        try {
            return new ClassPathResource("encore/api/browserlogin/pages.css")
                    .getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private static String hash(String css) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(css.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("Every JDK has SHA-256", missing);
        }
    }
}
