package encore.command.branding;

import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.branding.Branding;
import encore.kernel.branding.BrandingBuilder;
import encore.kernel.branding.BrandingCommand.ChangeBranding;
import encore.kernel.branding.BrandingCommand.ClearBranding;
import encore.kernel.branding.BrandingEvent.BrandingChanged;
import encore.kernel.branding.BrandingEvent.BrandingCleared;
import encore.kernel.branding.BrandingId;
import encore.kernel.media.MediaId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AccountBrandingTest {

    private static final BrandingId OURS = new BrandingId(7);
    private static final UUID PICTURE = UUID.fromString("019dd3a1-7c1e-7b52-9c1a-3f6d5a1b2c0b");
    private static final Branding TERMS =
            BrandingBuilder.builder().legalTerms("Be kind.").build();
    private static final Branding UPLOADED =
            BrandingBuilder.builder().mediaUid(PICTURE).build();
    private static final Branding LINKED = BrandingBuilder.builder()
            .imageUrl("https://larks.example/larks.jpg")
            .build();

    private final AggregateUnderTest<AccountBranding> branding = new AggregateUnderTest<>(AccountBranding.class);

    @BeforeEach
    void the_picture_is_uploaded() {
        branding.streams.open(new MediaId(7, PICTURE.toString()));
    }

    @Test
    void a_picture_that_is_unknown_or_removed_is_refused_and_one_that_was_stored_before_stays() {
        var without = new AggregateUnderTest<>(AccountBranding.class);
        without.streams.open(new MediaId(8, PICTURE.toString()));
        without.givenNoPriorActivity()
                .when(change(Patch.of(UPLOADED)))
                .expectNoEvents()
                .expectException(refusalNaming("media_uid"));
        without.given(BrandingChanged.of(OURS, Patch.of(LINKED)))
                .when(change(Patch.of(UPLOADED)))
                .expectNoEvents()
                .expectException(refusalNaming("media_uid"));
        without.given(BrandingChanged.of(OURS, Patch.of(UPLOADED)))
                .when(change(Patch.of(
                        BrandingBuilder.builder(UPLOADED).headerText("Larks").build())))
                .expectSuccessfulHandlerExecution();
    }

    @Test
    void a_change_answers_the_whole_branding() {
        branding.givenNoPriorActivity()
                .when(change(Patch.of(TERMS)))
                .expectEvents(BrandingChanged.of(OURS, Patch.of(TERMS)))
                .expectResultMessagePayload(TERMS);
        branding.given(BrandingChanged.of(OURS, Patch.of(TERMS)))
                .when(change(Patch.of(LINKED)))
                .expectEvents(BrandingChanged.of(OURS, Patch.of(LINKED)))
                .expectResultMessagePayload(BrandingBuilder.builder(TERMS)
                        .imageUrl(LINKED.imageUrl())
                        .build());
    }

    @Test
    void a_change_of_nothing_records_nothing() {
        branding.given(BrandingChanged.of(OURS, Patch.of(TERMS)))
                .when(change(Patch.of(TERMS)))
                .expectNoEvents()
                .expectResultMessagePayload(TERMS);
    }

    @Test
    void one_picture_replaces_the_other() {
        branding.given(BrandingChanged.of(OURS, Patch.of(UPLOADED)))
                .when(change(Patch.of(LINKED)))
                .expectEvents(new BrandingChanged(OURS, LINKED, List.of("mediaUid")))
                .expectResultMessagePayload(LINKED);
        branding.given(BrandingChanged.of(OURS, Patch.of(LINKED)))
                .when(change(Patch.of(UPLOADED)))
                .expectEvents(new BrandingChanged(OURS, UPLOADED, List.of("imageUrl")))
                .expectResultMessagePayload(UPLOADED);
    }

    @Test
    void two_pictures_at_once_are_refused() {
        branding.givenNoPriorActivity()
                .when(change(Patch.of(
                        BrandingBuilder.builder(LINKED).mediaUid(PICTURE).build())))
                .expectNoEvents()
                .expectException(refusalNaming("image_url"));
    }

    @Test
    void it_is_cleared_once_and_may_be_set_again() {
        branding.given(BrandingChanged.of(OURS, Patch.of(TERMS)))
                .when(new ClearBranding(OURS))
                .expectEvents(new BrandingCleared(OURS))
                .expectResultMessagePayload(Branding.EMPTY);
        branding.given(BrandingChanged.of(OURS, Patch.of(TERMS)), new BrandingCleared(OURS))
                .when(new ClearBranding(OURS))
                .expectNoEvents();
        branding.given(BrandingChanged.of(OURS, Patch.of(TERMS)), new BrandingCleared(OURS))
                .when(change(Patch.of(LINKED)))
                .expectResultMessagePayload(LINKED);
    }

    private static ChangeBranding change(Patch<Branding> patch) {
        return new ChangeBranding(OURS, patch);
    }
}
