package encore.command.shows;

import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ShowEvent.OverlayPinned;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShownOverlay;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayBuilder;
import encore.kernel.shows.overlays.OverlayType;
import java.util.List;

/** A show with an overlay of some types. */
final class SampleShow {

    static final ShowId SHOW = new ShowId(new CampaignId(7, 100));
    static final ShownOverlay STATIC = shown(OverlayBuilder.builder()
            .appOverlayUid("static")
            .overlayType(OverlayType.STATIC)
            .overlayPublicName("Buy the shirt")
            .build());
    static final ShownOverlay CLICKER = shown(OverlayBuilder.builder()
            .appOverlayUid("clicker")
            .overlayType(OverlayType.CLICKER)
            .overlayPublicName("Clap")
            .overlayTimer(20)
            .overlayDelay(5)
            .pointsPerClick(2L)
            .maxPoints(100L)
            .build());
    static final ShownOverlay QUIZ = new ShownOverlay(
            OverlayBuilder.builder()
                    .appOverlayUid("quiz")
                    .overlayType(OverlayType.QUIZ_QUESTION)
                    .quizQuestionUid("q1")
                    .build(),
            "Who scored?",
            List.of("Ann", "Bob"),
            10L,
            null);

    private SampleShow() {}

    static ShownOverlay shown(Overlay overlay) {
        return new ShownOverlay(overlay, null, null, null, null);
    }

    static ShowStateChanged state(ShowState state) {
        return new ShowStateChanged(SHOW, state);
    }

    static OverlayPushed pushed(ShownOverlay shown) {
        return new OverlayPushed(SHOW, shown, false);
    }

    static OverlayPinned pinned(ShownOverlay shown) {
        return new OverlayPinned(SHOW, shown);
    }
}
