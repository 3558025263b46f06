package encore.api.browserlogin.pages;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * Makes the answers that show a page to a fan. No page is stored, framed or named to another site, and none loads
 * anything but the picture of the branding.
 */
public final class BrowserPages {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    private BrowserPages() {}

    /**
     * Returns the page of a step of a login.
     *
     * @param title names the step, for the tab of the browser
     * @param redirectUrl the registered address to which the login leads back, so that a form may be followed there
     */
    public static ResponseEntity<String> step(PageBrand brand, String title, String redirectUrl, Markup... content) {
        Stream<Markup> parts = Stream.of(
                        brand.markup(),
                        Stream.of(Markup.element("h1", Map.of("dir", "auto"), Markup.text(brand.heading()))),
                        Stream.of(content))
                .flatMap(each -> each);
        return page(
                HttpStatus.OK,
                policy(brand.pictureSource(), "'self' " + RedirectSource.of(redirectUrl)),
                title + " - " + brand.heading(),
                parts);
    }

    /** Returns the page for a request that is refused. It never leads anywhere. */
    public static ResponseEntity<String> refused(HttpStatus status, String sentence) {
        String title = title(status);
        Stream<Markup> parts = Stream.of(
                Markup.element("h1", Markup.text(title)),
                Markup.element("p", Markup.text("Go back to the page or app that you came from, and try again.")),
                Markup.element("p", Map.of("class", "hint"), Markup.text(sentence)));
        return page(status, policy(null, "'none'"), title, parts);
    }

    private static String title(HttpStatus status) {
        if (status == HttpStatus.TOO_MANY_REQUESTS) {
            return "Please wait a moment";
        }
        return status.is5xxServerError() ? "This login does not work at the moment" : "This login does not work";
    }

    private static ResponseEntity<String> page(HttpStatus status, String policy, String title, Stream<Markup> content) {
        return ResponseEntity.status(status)
                .contentType(HTML)
                .header("Cache-Control", "no-store")
                .header("Content-Security-Policy", policy)
                .header("X-Frame-Options", "DENY")
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .body("<!doctype html>" + document(title, content));
    }

    private static Markup document(String title, Stream<Markup> content) {
        return Markup.element(
                "html",
                Map.of("lang", "en"),
                Markup.element(
                        "head",
                        Markup.element("meta", Map.of("charset", "utf-8")),
                        Markup.element(
                                "meta", Map.of("name", "viewport", "content", "width=device-width, initial-scale=1")),
                        Markup.element("meta", Map.of("name", "color-scheme", "content", "light dark")),
                        Markup.element("title", Markup.text(title)),
                        PageStyle.ELEMENT),
                Markup.element("body", Markup.element("main", content.toArray(Markup[]::new))));
    }

    /**
     * Allows the style, the picture and the form, and nothing else. Browsers apply {@code form-action} to the redirect that
     * follows a form, so its target is named as well.
     */
    private static String policy(@Nullable String pictureSource, String formAction) {
        return "default-src 'none'; style-src " + PageStyle.SOURCE
                + (pictureSource == null ? "" : "; img-src " + pictureSource) + "; form-action " + formAction
                + "; frame-ancestors 'none'; base-uri 'none'";
    }
}
