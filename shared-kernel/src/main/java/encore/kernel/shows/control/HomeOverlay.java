package encore.kernel.shows.control;

import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayType;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A static live overlay in home_items: its fields and last_update_timestamp, when its content last changed. Times are unix
 * seconds.
 */
@RecordBuilder
public record HomeOverlay(
        OverlayType overlayType,
        @Nullable String overlayPublicName,
        @Nullable String sponsorMediaUid,
        @Nullable String contentMediaUid,
        @Nullable String sponsorImageUrl,
        @Nullable String sponsorName,
        long lastPushTimestamp,
        String overlayLogUid,
        String appOverlayUid,
        @Nullable String buttonText,
        @Nullable String bodyText,
        @Nullable String targetUrl,
        long lastUpdateTimestamp) {

    public static HomeOverlay of(ShownPush push) {
        Overlay overlay = push.shown().overlay();
        return HomeOverlayBuilder.builder()
                .overlayType(OverlayType.STATIC)
                .lastPushTimestamp(push.at().getEpochSecond())
                .overlayLogUid(push.overlayLogUid())
                .appOverlayUid(overlay.appOverlayUid())
                .lastUpdateTimestamp((push.contentAt() == null ? push.at() : push.contentAt()).getEpochSecond())
                .overlayPublicName(overlay.overlayPublicName())
                .sponsorMediaUid(overlay.sponsorMediaUid())
                .contentMediaUid(overlay.contentMediaUid())
                .sponsorImageUrl(overlay.sponsorImageUrl())
                .sponsorName(overlay.sponsorName())
                .buttonText(overlay.buttonText())
                .bodyText(overlay.bodyText())
                .targetUrl(overlay.targetUrl())
                .build();
    }
}
