package encore.query.shows;

import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ShowEvent.OverlayPinned;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShownOverlay;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.overlays.OverlayBuilder;
import encore.kernel.shows.overlays.OverlayType;
import java.util.List;

/** The events of a show as the tests of this package tell of them. */
public final class ShowEvents {

    public static final ShowId SHOW = new ShowId(new CampaignId(7, 100));
    public static final Feed FEED = new Feed("f1", "Main", "yt", "abc", "https://video.example/main.m3u8");
    public static final ShownOverlay STATIC = ShownOverlay.of(OverlayBuilder.builder()
            .appOverlayUid("static")
            .overlayType(OverlayType.STATIC)
            .overlayPublicName("The shirt")
            .sponsorMediaUid("m1")
            .sponsorImageUrl("https://fans.example/social_media/m1")
            .sponsorName("Shirts")
            .buttonText("Buy")
            .targetUrl("https://shop.example")
            .build());
    public static final ShownOverlay CLICKER = ShownOverlay.of(OverlayBuilder.builder()
            .appOverlayUid("clicker")
            .overlayType(OverlayType.CLICKER)
            .overlayPublicName("Clap")
            .overlayTimer(20)
            .pointsPerClick(2L)
            .maxPoints(100L)
            .build());
    public static final ShownOverlay QUIZ = new ShownOverlay(
            OverlayBuilder.builder()
                    .appOverlayUid("quiz")
                    .overlayType(OverlayType.QUIZ_QUESTION)
                    .quizQuestionUid("q1")
                    .overlayTimer(30)
                    .build(),
            "Who scored?",
            List.of("Ann", "Bob"),
            10L,
            null);
    public static final ShownOverlay FIELD = new ShownOverlay(
            OverlayBuilder.builder()
                    .appOverlayUid("field")
                    .overlayType(OverlayType.CUSTOM_FIELD)
                    .overlayPublicName("Your team?")
                    .crmFieldKey("team")
                    .build(),
            null,
            null,
            null,
            "text");
    public static final ShownOverlay BANNER = ShownOverlay.of(OverlayBuilder.builder()
            .appOverlayUid("banner")
            .overlayType(OverlayType.BANNER)
            .overlayPublicName("Welcome")
            .contentMediaUid("m2")
            .build());

    private ShowEvents() {}

    public static ShowStateChanged state(ShowState state) {
        return new ShowStateChanged(SHOW, state);
    }

    public static OverlayPushed pushed(ShownOverlay shown) {
        return new OverlayPushed(SHOW, shown, false);
    }

    public static OverlayPinned pinned(ShownOverlay shown) {
        return new OverlayPinned(SHOW, shown);
    }
}
