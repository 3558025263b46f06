package encore.api.browserlogin;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * Makes the answers that show a page to a fan. No page is stored, framed or told to another site, and none loads
 * anything but a picture.
 */
final class BrowserPages {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    private BrowserPages() {}

    /**
     * Returns a page.
     *
     * @param redirectUrl the registered address to which the login leads back, so that a form may be followed there;
     *     null when the page has no form
     */
    static ResponseEntity<String> page(
            HttpStatus status, String title, @Nullable String redirectUrl, Markup... content) {
        return ResponseEntity.status(status)
                .contentType(HTML)
                .header("Cache-Control", "no-store")
                .header("Content-Security-Policy", contentSecurityPolicy(redirectUrl))
                .header("X-Frame-Options", "DENY")
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .body("<!doctype html>" + document(title, content));
    }

    /** Returns the page for a request that is refused. It never leads anywhere. */
    static ResponseEntity<String> refused(HttpStatus status, String sentence) {
        return page(
                status,
                "This login does not work",
                null,
                Markup.element("p", Markup.text(sentence)),
                Markup.element("p", Markup.text("Go back to the page or app that you came from, and try again.")));
    }

    private static Markup document(String title, Markup... content) {
        return Markup.element(
                "html",
                Map.of("lang", "en"),
                Markup.element(
                        "head",
                        Markup.element("meta", Map.of("charset", "utf-8")),
                        Markup.element(
                                "meta", Map.of("name", "viewport", "content", "width=device-width, initial-scale=1")),
                        Markup.element("title", Markup.text(title))),
                Markup.element(
                        "body",
                        Markup.element(
                                "main",
                                Stream.concat(Stream.of(Markup.element("h1", Markup.text(title))), Stream.of(content))
                                        .toArray(Markup[]::new))));
    }

    /** Browsers apply {@code form-action} to the redirect that follows a form, so its target is named as well. */
    private static String contentSecurityPolicy(@Nullable String redirectUrl) {
        String formAction = redirectUrl == null ? "'none'" : "'self' " + RedirectSource.of(redirectUrl);
        return "default-src 'none'; img-src 'self' https:; form-action " + formAction
                + "; frame-ancestors 'none'; base-uri 'none'";
    }
}
