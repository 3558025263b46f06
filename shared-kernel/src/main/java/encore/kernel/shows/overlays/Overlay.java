package encore.kernel.shows.overlays;

import encore.kernel.lists.ListItem;
import encore.kernel.lists.ListView;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * An overlay in store. A {@link encore.kernel.Patch} changes it; the uid and the type never change.
 *
 * @param overlayType null only in a change
 * @param overlayPublicName the text that fans see; of a quiz question null, since the question stands there
 * @param overlayTimer seconds for which its window is open; null for no end
 * @param overlayDelay seconds between the push and the opening of a clicker's window; null for 0
 * @param pointsPerClick points for each click of a clicker; null for 0
 * @param maxPoints the most points that a fan gets from one push of a clicker; null for no bound
 * @param crmFieldKey the custom field that a {@code custom_field} overlay asks for
 */
@ListView(name = "show_overlays", collection = "overlays")
@RecordBuilder
public record Overlay(
        @PublishedValue @NotPersonal("a uid of ours") String appOverlayUid,
        @PublishedValue @Nullable OverlayType overlayType,

        @NotPersonal("a text for all fans") @Nullable String overlayPublicName,

        @NotPersonal("a uid of ours") @Nullable String sponsorMediaUid,
        @NotPersonal("a uid of ours") @Nullable String contentMediaUid,

        @NotPersonal("an address of an image for all fans") @Nullable
        String sponsorImageUrl,

        @NotPersonal("the name of a sponsor") @Nullable String sponsorName,
        @NotPersonal("a text for all fans") @Nullable String buttonText,
        @NotPersonal("a text for all fans") @Nullable String bodyText,

        @NotPersonal("an address of a page for all fans") @Nullable
        String targetUrl,

        @PublishedValue @NotPersonal("a uid of ours") @Nullable
        String quizQuestionUid,

        @PublishedValue @NotPersonal("a key of a field") @Nullable
        String crmFieldKey,

        @Nullable Integer overlayTimer,
        @Nullable Integer overlayDelay,
        @Nullable Long pointsPerClick,
        @Nullable Long maxPoints)
        implements ListItem {

    /** Returns an overlay that has a uid and nothing else yet. */
    public static Overlay ofUid(String appOverlayUid) {
        return OverlayBuilder.builder().appOverlayUid(appOverlayUid).build();
    }

    /**
     * Returns the overlay with the address of its sponsor's image. It follows from sponsor_media_uid unless it is given.
     *
     * @param publicUrl the address of this installation without a slash at its end; null when it is not known
     */
    public Overlay withSponsorImage(@Nullable String publicUrl) {
        return sponsorImageUrl != null || sponsorMediaUid == null || publicUrl == null
                ? this
                : OverlayBuilder.builder(this)
                        .sponsorImageUrl(publicUrl + "/social_media/" + sponsorMediaUid)
                        .build();
    }
}
