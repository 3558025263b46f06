package encore.api.browserlogin.pages;

import encore.kernel.branding.Branding;
import encore.kernel.names.Blanks;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The name, text and picture of the business that stand at the top of each page.
 *
 * @param businessName empty when the business has no name
 * @param headerText plain text; null when the branding has none
 * @param picture the address of the picture; null when the branding has none
 * @param pictureSource the source of the picture in a content security policy; null without a picture
 */
public record PageBrand(
        String businessName,
        @Nullable String headerText,
        @Nullable String picture,
        @Nullable String pictureSource) {

    /** Twice the size that the style gives the picture, for screens of a high resolution. */
    private static final String BOUNDS = "?width=780&height=192";

    /** Returns what a page shows of a business and of the account's branding. */
    public static PageBrand of(String businessName, Branding branding) {
        if (branding.mediaUid() != null) {
            String picture = "/social_media/" + branding.mediaUid() + BOUNDS;
            return new PageBrand(businessName, branding.headerText(), picture, "'self'");
        }
        // The address of a picture may lead to another host, which the policy would have to name as well.
        String source = branding.imageUrl() == null ? null : "https:";
        return new PageBrand(businessName, branding.headerText(), branding.imageUrl(), source);
    }

    /** Returns the heading of the page of a login. */
    public String heading() {
        return Blanks.isBlank(businessName) ? "Log in" : "Log in to " + businessName;
    }

    Stream<Markup> markup() {
        return Stream.concat(
                Stream.ofNullable(picture)
                        .map(address -> Markup.element("img", Map.of("class", "picture", "src", address, "alt", ""))),
                Stream.ofNullable(headerText)
                        .filter(text -> !Blanks.isBlank(text))
                        .map(text -> Markup.element(
                                "p", Map.of("class", "intro", "dir", "auto"), Markup.text(Blanks.trim(text)))));
    }
}
