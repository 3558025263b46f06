package encore.kernel.branding;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The branding of an account; a {@link encore.kernel.Patch} changes it. The picture is an uploaded one or one at an
 * address of the web, never both.
 *
 * @param legalTerms plain text, for businesses without terms of their own
 * @param legalPrivacy plain text, for businesses without a privacy text of their own
 * @param headerText plain text above the login
 * @param mediaUid the uploaded picture
 * @param imageUrl the address of the picture, https
 */
@RecordBuilder
public record Branding(
        @NotPersonal("published by the account") @Nullable String legalTerms,
        @NotPersonal("published by the account") @Nullable String legalPrivacy,
        @NotPersonal("published by the account") @Nullable String headerText,
        @PublishedValue @Nullable UUID mediaUid,
        @NotPersonal("a picture of the account") @Nullable String imageUrl) {

    public static final Branding EMPTY = BrandingBuilder.builder().build();

    /**
     * Returns the address of the picture, or null when there is none.
     *
     * @param publicUrl the address of this installation without a slash at its end; without one an uploaded picture has
     *     no address
     */
    public @Nullable String pictureUrl(@Nullable String publicUrl) {
        if (mediaUid == null) {
            return imageUrl;
        }
        return publicUrl == null ? null : publicUrl + "/social_media/" + mediaUid;
    }
}
