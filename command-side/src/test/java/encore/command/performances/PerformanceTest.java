package encore.command.performances;

import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.media.MediaId;
import encore.kernel.performances.PerformanceCommand;
import encore.kernel.performances.PerformanceCommand.AddPerformance;
import encore.kernel.performances.PerformanceCommand.ChangePerformance;
import encore.kernel.performances.PerformanceCommand.PicturePerformance;
import encore.kernel.performances.PerformanceCommand.RemovePerformance;
import encore.kernel.performances.PerformanceDetails;
import encore.kernel.performances.PerformanceDetailsBuilder;
import encore.kernel.performances.PerformanceEvent.PerformanceAdded;
import encore.kernel.performances.PerformanceEvent.PerformanceChanged;
import encore.kernel.performances.PerformanceEvent.PerformancePictured;
import encore.kernel.performances.PerformanceEvent.PerformanceRemoved;
import encore.kernel.performances.PerformanceId;
import encore.kernel.performances.PerformancePicture;
import encore.kernel.performances.PerformanceStatus;
import encore.kernel.performances.PerformanceUid;
import encore.kernel.venues.VenueId;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PerformanceTest {

    private static final PerformanceId SHOW = new PerformanceId(7, "s-1");
    private static final PerformanceUid ANSWER = new PerformanceUid("s-1");
    private static final LocalDate MAY = LocalDate.of(2026, 5, 1);
    private static final UUID PICTURE = new UUID(1, 2);

    /** As it is stored when nothing else was said. */
    private static final PerformanceAdded ADDED =
            new PerformanceAdded(SHOW, show("Gala", MAY, null, 42L, PerformanceStatus.DRAFT, List.of(), null));

    private final AggregateUnderTest<Performance> performance = new AggregateUnderTest<>(Performance.class);

    @Test
    void a_performance_is_a_draft_without_further_artists_unless_it_is_said() {
        performance.streams.open(new BusinessId(7, 42));
        performance
                .givenNoPriorActivity()
                .when(new AddPerformance(SHOW, show("Gala", MAY, null, 42L, null, null, null)))
                .expectEvents(ADDED)
                .expectResultMessagePayload(ANSWER);
    }

    @Test
    void a_performance_is_added_as_it_was_said() {
        var said = show("Gala", MAY, "v-1", 42L, PerformanceStatus.READY, List.of("Bo", "Cy"), 9L);
        performance
                .streams
                .open(new BusinessId(7, 42))
                .open(new VenueId(7, "v-1"))
                .open(new CampaignId(7, 9));
        performance
                .givenNoPriorActivity()
                .when(new AddPerformance(SHOW, said))
                .expectEvents(new PerformanceAdded(SHOW, said));
    }

    @ParameterizedTest
    @CsvSource({"v-2,,, venue_uid", ",43,, business_id", ",,10, referral_page_tab_id"})
    void a_record_that_does_not_exist_cannot_be_named(
            @Nullable String venue, @Nullable Long business, @Nullable Long campaign, String field) {
        performance
                .streams
                .open(new VenueId(8, "v-2"))
                .open(new BusinessId(8, 43))
                .open(new CampaignId(8, 10));
        performance
                .givenNoPriorActivity()
                .when(new AddPerformance(SHOW, show("Gala", MAY, venue, business, null, null, campaign)))
                .expectNoEvents()
                .expectException(refusalNaming(field));
        performance
                .given(ADDED)
                .when(change(show("Ball", null, venue, business, null, null, campaign)))
                .expectNoEvents()
                .expectException(refusalNaming(field));
    }

    @ParameterizedTest
    @CsvSource({"performanceName, performance_name", "performanceDate, performance_date"})
    void name_and_date_cannot_be_cleared(String component, String field) {
        performance
                .given(ADDED)
                .when(new ChangePerformance(SHOW, new Patch<>(nothing(), Set.of(component))))
                .expectNoEvents()
                .expectException(refusalNaming(field));
    }

    @Test
    void a_uid_that_is_taken_is_a_conflict() {
        performance
                .given(ADDED)
                .when(new AddPerformance(SHOW, show("Gala", MAY, null, null, null, null, null)))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "performance-uid-taken"));
    }

    @Test
    void a_performance_stays_with_its_business() {
        performance.streams.open(new BusinessId(7, 43));
        performance
                .given(ADDED)
                .when(change(show(null, null, null, 43L, null, null, null)))
                .expectNoEvents()
                .expectException(refusalNaming("business_id"));
        performance
                .given(ADDED)
                .when(new ChangePerformance(SHOW, new Patch<>(nothing(), Set.of("businessId"))))
                .expectNoEvents()
                .expectException(refusalNaming("business_id"));
        performance
                .given(ADDED)
                .when(change(show("Ball", null, null, 42L, null, null, null)))
                .expectEvents(changed(show("Ball", null, null, null, null, null, null), null));
    }

    @Test
    void of_further_artists_a_change_names_all() {
        var withTwo = changed(show(null, null, null, null, null, List.of("Bo", "Cy"), null), null);
        performance
                .given(ADDED)
                .when(change(show(null, null, null, null, null, List.of("Bo", "Cy"), null)))
                .expectEvents(withTwo);
        performance
                .given(ADDED, withTwo)
                .when(change(show("Gala", null, null, null, null, List.of("Bo", "Cy"), null)))
                .expectNoEvents()
                .expectResultMessagePayload(ANSWER);
        performance
                .given(ADDED, withTwo)
                .when(change(show(null, null, null, null, null, List.of(), null)))
                .expectEvents(changed(show(null, null, null, null, null, List.of(), null), null));
        performance.given(ADDED, withTwo).when(change(nothing())).expectNoEvents();
    }

    @Test
    void an_empty_value_clears_the_component_once() {
        performance.streams.open(new VenueId(7, "v-1"));
        var there = changed(show(null, null, "v-1", null, null, null, null), null);
        var empty = new ChangePerformance(SHOW, new Patch<>(nothing(), Set.of("venueUid", "notes")));
        performance.given(ADDED, there).when(empty).expectEvents(changed(nothing(), List.of("venueUid")));
        performance
                .given(ADDED, there, changed(nothing(), List.of("venueUid")))
                .when(empty)
                .expectNoEvents();
    }

    @Test
    void a_performance_gets_a_picture_and_loses_it() {
        var shown = new PerformancePictured(SHOW, PICTURE);
        var pictured = new PicturePerformance(SHOW, Patch.of(new PerformancePicture(PICTURE)));
        performance.given(ADDED).when(pictured).expectNoEvents().expectException(refusalNaming("media_uid"));
        // What was stored before stays.
        performance.given(ADDED, shown).when(pictured).expectNoEvents().expectResultMessagePayload(ANSWER);
        performance.streams.open(new MediaId(7, PICTURE.toString()));
        performance.given(ADDED).when(pictured).expectEvents(shown).expectResultMessagePayload(ANSWER);
        performance.given(ADDED, shown).when(pictured).expectNoEvents();
        performance
                .given(ADDED, shown)
                .when(new PicturePerformance(SHOW, Patch.of(PerformancePicture.NONE)))
                .expectNoEvents();
        performance
                .given(ADDED, shown)
                .when(new PicturePerformance(SHOW, new Patch<>(PerformancePicture.NONE, Set.of("mediaUid"))))
                .expectEvents(new PerformancePictured(SHOW, null));
    }

    @Test
    void a_performance_is_removed() {
        performance
                .given(ADDED)
                .when(new RemovePerformance(SHOW))
                .expectEvents(new PerformanceRemoved(SHOW))
                .expectResultMessagePayload(ANSWER);
    }

    @Test
    void a_performance_that_was_removed_is_unknown() {
        for (PerformanceCommand later : List.of(
                change(nothing()),
                new PicturePerformance(SHOW, Patch.of(new PerformancePicture(PICTURE))),
                new RemovePerformance(SHOW))) {
            performance
                    .given(ADDED, new PerformanceRemoved(SHOW))
                    .when(later)
                    .expectNoEvents()
                    .expectException(refusalAsUnknown());
        }
    }

    private static ChangePerformance change(PerformanceDetails said) {
        return new ChangePerformance(SHOW, Patch.of(said));
    }

    private static PerformanceChanged changed(PerformanceDetails changes, @Nullable List<String> cleared) {
        return new PerformanceChanged(SHOW, changes, cleared);
    }

    private static PerformanceDetails nothing() {
        return show(null, null, null, null, null, null, null);
    }

    private static PerformanceDetails show(
            @Nullable String name,
            @Nullable LocalDate date,
            @Nullable String venue,
            @Nullable Long business,
            @Nullable PerformanceStatus status,
            @Nullable List<String> artists,
            @Nullable Long campaign) {
        return PerformanceDetailsBuilder.builder()
                .performanceName(name)
                .performanceDate(date)
                .venueUid(venue)
                .status(status)
                .businessId(business)
                .additionalArtistNames(artists)
                .referralPageTabId(campaign)
                .build();
    }
}
