package encore.command.shows.overlays;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.media.MediaId;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayBuilder;
import encore.kernel.shows.overlays.OverlayCommand.AddCheckedOverlay;
import encore.kernel.shows.overlays.OverlayCommand.ChangeCheckedOverlay;
import encore.kernel.shows.overlays.OverlayCommand.ReadOverlay;
import encore.kernel.shows.overlays.OverlayEvent.OverlayAdded;
import encore.kernel.shows.overlays.OverlayEvent.OverlayChanged;
import encore.kernel.shows.overlays.OverlayEvent.OverlayRemoved;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.overlays.OverlaysId;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OverlaysTest {

    private static final OverlaysId OVERLAYS = new OverlaysId(new CampaignId(7, 100));
    private static final Overlay STATIC = of(OverlayType.STATIC);
    private static final OverlayAdded ADDED = new OverlayAdded(OVERLAYS, STATIC);

    private final AggregateUnderTest<Overlays> overlays = new AggregateUnderTest<>(Overlays.class);

    @BeforeEach
    void a_campaign_has_a_show() {
        overlays.streams.begun(
                OVERLAYS.campaign(),
                new CampaignCreated(OVERLAYS.campaign(), AppType.LIVEXP, null, CampaignDetails.NONE));
    }

    @Test
    void overlays_of_all_types_are_added() {
        for (OverlayType type : OverlayType.values()) {
            overlays.givenNoPriorActivity()
                    .when(new AddCheckedOverlay(OVERLAYS, of(type)))
                    .expectEvents(new OverlayAdded(OVERLAYS, of(type)))
                    .expectResultMessagePayload(of(type));
        }
    }

    @Test
    void each_type_takes_its_own_fields_alone() {
        Map<String, UnaryOperator<OverlayBuilder>> fields = Map.ofEntries(
                Map.entry("button_text", overlay -> overlay.buttonText("Buy")),
                Map.entry("body_text", overlay -> overlay.bodyText("Now")),
                Map.entry("target_url", overlay -> overlay.targetUrl("https://shop.example")),
                Map.entry("overlay_timer", overlay -> overlay.overlayTimer(10)),
                Map.entry("overlay_delay", overlay -> overlay.overlayDelay(1)),
                Map.entry("points_per_click", overlay -> overlay.pointsPerClick(1L)),
                Map.entry("max_points", overlay -> overlay.maxPoints(1L)),
                Map.entry("quiz_question_uid", overlay -> overlay.quizQuestionUid("q1")),
                Map.entry("crm_field_key", overlay -> overlay.crmFieldKey("team")),
                Map.entry("overlay_public_name", overlay -> overlay.overlayPublicName("Name")));
        Map<OverlayType, Set<String>> taken = Map.of(
                OverlayType.CLICKER,
                Set.of("overlay_timer", "overlay_delay", "points_per_click", "max_points", "overlay_public_name"),
                OverlayType.STATIC,
                Set.of("button_text", "body_text", "target_url", "overlay_public_name"),
                OverlayType.QUIZ_QUESTION,
                Set.of("quiz_question_uid", "overlay_timer"),
                OverlayType.CUSTOM_FIELD,
                Set.of("crm_field_key", "overlay_timer", "overlay_public_name"),
                OverlayType.BANNER,
                Set.of("overlay_public_name"));
        taken.forEach((type, own) -> fields.forEach((field, set) -> {
            Overlay overlay = set.apply(OverlayBuilder.builder(of(type))).build();
            var decided = overlays.givenNoPriorActivity().when(new AddCheckedOverlay(OVERLAYS, overlay));
            if (own.contains(field)) {
                decided.expectEvents(new OverlayAdded(OVERLAYS, overlay));
            } else {
                decided.expectNoEvents().expectException(refusalNaming(field));
            }
        }));
    }

    @Test
    void each_type_has_what_it_needs() {
        refused(OverlayBuilder.builder(STATIC).overlayType(null).build(), "overlay_type");
        for (OverlayType type : OverlayType.values()) {
            if (type != OverlayType.QUIZ_QUESTION) {
                refused(OverlayBuilder.builder(of(type)).overlayPublicName(null).build(), "overlay_public_name");
                refused(OverlayBuilder.builder(of(type)).overlayPublicName(" ").build(), "overlay_public_name");
            }
        }
        refused(
                OverlayBuilder.builder(of(OverlayType.QUIZ_QUESTION))
                        .quizQuestionUid(null)
                        .build(),
                "quiz_question_uid");
        refused(
                OverlayBuilder.builder(of(OverlayType.CUSTOM_FIELD))
                        .crmFieldKey(null)
                        .build(),
                "crm_field_key");
    }

    @Test
    void media_exist_when_they_are_set() {
        Overlay sponsored = OverlayBuilder.builder(STATIC).sponsorMediaUid("m1").build();
        refused(sponsored, "sponsor_media_uid");
        refused(OverlayBuilder.builder(STATIC).contentMediaUid("m1").build(), "content_media_uid");
        overlays.streams.open(new MediaId(7, "m1"));
        overlays.givenNoPriorActivity()
                .when(new AddCheckedOverlay(OVERLAYS, sponsored))
                .expectEvents(new OverlayAdded(OVERLAYS, sponsored));
        overlays.streams.ended(new MediaId(7, "m1"));
        overlays.given(new OverlayAdded(OVERLAYS, sponsored))
                .when(change(OverlayBuilder.builder()
                        .appOverlayUid("static")
                        .sponsorMediaUid("m1")
                        .buttonText("Buy")
                        .build()))
                .expectEvents(new OverlayChanged(
                        OVERLAYS,
                        OverlayBuilder.builder(sponsored).buttonText("Buy").build()));
    }

    @Test
    void an_overlay_keeps_its_type_and_its_name() {
        overlays.given(ADDED)
                .when(change(OverlayBuilder.builder()
                        .appOverlayUid("static")
                        .overlayType(OverlayType.BANNER)
                        .build()))
                .expectNoEvents()
                .expectException(refusalNaming("overlay_type"));
        overlays.given(ADDED)
                .when(new ChangeCheckedOverlay(
                        OVERLAYS, new Patch<>(Overlay.ofUid("static"), Set.of("overlayPublicName"))))
                .expectNoEvents()
                .expectException(refusalNaming("overlay_public_name"));
    }

    @Test
    void an_overlay_is_read() {
        overlays.given(ADDED)
                .when(new ReadOverlay(OVERLAYS, "static"))
                .expectNoEvents()
                .expectResultMessagePayload(STATIC);
        overlays.given(ADDED, new OverlayRemoved(OVERLAYS, "static"))
                .when(new ReadOverlay(OVERLAYS, "static"))
                .expectException(refusalAsUnknown());
    }

    @Test
    void a_campaign_without_a_show_has_no_overlays() {
        overlays.streams.begun(
                OVERLAYS.campaign(),
                new CampaignCreated(OVERLAYS.campaign(), AppType.TRIVIA, null, CampaignDetails.NONE));
        overlays.givenNoPriorActivity()
                .when(new AddCheckedOverlay(OVERLAYS, STATIC))
                .expectNoEvents()
                .expectException(refusalNaming("page_tab_id"));
        overlays.streams.ended(OVERLAYS.campaign());
        overlays.givenNoPriorActivity()
                .when(new AddCheckedOverlay(OVERLAYS, STATIC))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    private void refused(Overlay overlay, String field) {
        overlays.givenNoPriorActivity()
                .when(new AddCheckedOverlay(OVERLAYS, overlay))
                .expectNoEvents()
                .expectException(refusalNaming(field));
    }

    private static ChangeCheckedOverlay change(Overlay given) {
        return new ChangeCheckedOverlay(OVERLAYS, Patch.of(given));
    }

    private static Overlay of(OverlayType type) {
        OverlayBuilder overlay =
                OverlayBuilder.builder(Overlay.ofUid(type.word())).overlayType(type);
        return switch (type) {
            case QUIZ_QUESTION -> overlay.quizQuestionUid("q1").build();
            case CUSTOM_FIELD ->
                overlay.crmFieldKey("team").overlayPublicName("Team?").build();
            default -> overlay.overlayPublicName("Name").build();
        };
    }
}
