package encore.kernel.shows.control;

import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayType;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/** An overlay in update_pinned_overlays: a static one, and whether it is pinned now. Times are unix seconds. */
@RecordBuilder
public record PinnedOverlay(
        @Nullable String bodyText,
        @Nullable String buttonText,
        @Nullable String contentMediaUid,
        boolean isPinned,
        long lastPushTimestamp,
        String overlayLogUid,
        @Nullable String overlayPublicName,
        OverlayType overlayType,
        String appOverlayUid,
        @Nullable String sponsorImageUrl,
        @Nullable String sponsorMediaUid,
        @Nullable String sponsorName,
        @Nullable String targetUrl) {

    public static PinnedOverlay of(ShownPush pin, boolean isPinned) {
        Overlay overlay = pin.shown().overlay();
        return PinnedOverlayBuilder.builder()
                .isPinned(isPinned)
                .lastPushTimestamp(pin.at().getEpochSecond())
                .overlayLogUid(pin.overlayLogUid())
                .overlayType(OverlayType.STATIC)
                .appOverlayUid(overlay.appOverlayUid())
                .bodyText(overlay.bodyText())
                .buttonText(overlay.buttonText())
                .contentMediaUid(overlay.contentMediaUid())
                .overlayPublicName(overlay.overlayPublicName())
                .sponsorImageUrl(overlay.sponsorImageUrl())
                .sponsorMediaUid(overlay.sponsorMediaUid())
                .sponsorName(overlay.sponsorName())
                .targetUrl(overlay.targetUrl())
                .build();
    }
}
