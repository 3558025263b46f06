package encore.kernel.shows.control;

import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayType;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The fields that begin the frame of any overlay. Times are unix seconds.
 *
 * @param overlayPublicName of a quiz question, the text of the question
 */
@RecordBuilder
public record PushedOverlay(
        OverlayType overlayType,
        @Nullable String overlayPublicName,
        @Nullable String sponsorMediaUid,
        @Nullable String contentMediaUid,
        @Nullable String sponsorImageUrl,
        @Nullable String sponsorName,
        long lastPushTimestamp,
        String overlayLogUid,
        String appOverlayUid) {

    static PushedOverlay of(ShownPush push, OverlayType type) {
        Overlay overlay = push.shown().overlay();
        return PushedOverlayBuilder.builder()
                .overlayType(type)
                .lastPushTimestamp(push.at().getEpochSecond())
                .overlayLogUid(push.overlayLogUid())
                .appOverlayUid(overlay.appOverlayUid())
                .overlayPublicName(
                        type == OverlayType.QUIZ_QUESTION ? push.shown().question() : overlay.overlayPublicName())
                .sponsorMediaUid(overlay.sponsorMediaUid())
                .contentMediaUid(overlay.contentMediaUid())
                .sponsorImageUrl(overlay.sponsorImageUrl())
                .sponsorName(overlay.sponsorName())
                .build();
    }
}
