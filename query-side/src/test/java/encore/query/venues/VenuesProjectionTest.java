package encore.query.venues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.venues.Venue;
import encore.kernel.venues.VenueDetails;
import encore.kernel.venues.VenueDetailsBuilder;
import encore.kernel.venues.VenueEvent.VenueAdded;
import encore.kernel.venues.VenueEvent.VenueChanged;
import encore.kernel.venues.VenueEvent.VenueRemoved;
import encore.kernel.venues.VenueId;
import encore.kernel.venues.VenueQuery.FindVenue;
import encore.kernel.venues.VenueQuery.FindVenues;
import encore.kernel.venues.VenueQuery.FindVenuesNamed;
import encore.kernel.venues.VenueQuery.ListVenues;
import encore.kernel.venues.VenueQuery.SearchVenues;
import encore.query.ProjectionUnderTest;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VenuesProjectionTest {

    private static final VenueId HALL = new VenueId(7, "b-hall");
    private static final VenueId CLUB = new VenueId(7, "a-club");
    private static final VenueId THEIRS = new VenueId(8, "c-hall");

    private final ProjectionUnderTest<VenuesProjection> venues = new ProjectionUnderTest<>(VenuesProjection::new);

    @BeforeEach
    void two_accounts_have_venues() {
        venues.given(
                new VenueAdded(HALL, called("Great Hall")),
                new VenueAdded(THEIRS, called("Great Hall")),
                new VenueAdded(CLUB, called("Blue Club")));
    }

    @AfterEach
    void close() {
        venues.close();
    }

    @Test
    void an_account_has_its_own_in_the_order_they_were_added_page_by_page() {
        Page<Venue> first = all(7, null, 1);
        assertThat(first.rows()).containsExactly(Venue.of(HALL, called("Great Hall")));
        assertThat(first.more()).isTrue();
        Page<Venue> second = all(7, first.last(), 1);
        assertThat(second.rows()).containsExactly(Venue.of(CLUB, called("Blue Club")));
        assertThat(second.more()).isFalse();
        assertThat(all(9, null, 10).rows()).isEmpty();
    }

    @Test
    void one_is_as_it_was_changed_last() {
        var details = new VenueDetails(null, "<b>Great</b> Hall", "Wien", null, "AT", null, ZoneId.of("Europe/Vienna"));
        venues.given(VenueChanged.of(HALL, Patch.of(details)), VenueChanged.of(THEIRS, Patch.of(called("Small Hall"))));
        assertThat(one(HALL))
                .isEqualTo(new Venue(
                        "b-hall",
                        "Great Hall",
                        "<b>Great</b> Hall",
                        "Wien",
                        null,
                        "AT",
                        null,
                        ZoneId.of("Europe/Vienna")));
        venues.given(VenueChanged.of(HALL, new Patch<>(VenueDetails.EMPTY, Set.of("timezone", "displayVenueName"))));
        assertThat(one(HALL).timezone()).isNull();
        assertThat(one(HALL).city()).isEqualTo("Wien");
    }

    @Test
    void a_missing_venue_and_one_of_another_account_are_unknown() {
        venues.given(new VenueRemoved(CLUB));
        for (VenueId id : List.of(CLUB, new VenueId(7, "c-hall"), new VenueId(8, "b-hall"))) {
            assertThatThrownBy(() -> one(id))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        }
        assertThat(all(7, null, 10).rows()).extracting(Venue::venueUid).containsExactly("b-hall");
    }

    @Test
    void some_are_found_for_others_rows() {
        assertThat(some(venues.projection()))
                .containsExactlyInAnyOrder(Venue.of(HALL, called("Great Hall")), Venue.of(CLUB, called("Blue Club")));
    }

    @Test
    void replayed_or_loaded_some_are_as_they_are_now() {
        venues.given(
                VenueChanged.of(
                        HALL,
                        Patch.of(VenueDetailsBuilder.builder().city("Wien").build())),
                VenueChanged.of(HALL, Patch.of(called("Old Hall"))),
                new VenueRemoved(CLUB));
        Venue now = one(HALL);
        assertThat(now.venueName()).isEqualTo("Old Hall");
        assertThat(some(venues.projection())).containsExactly(now);
        var again = venues.replayed();
        assertThat(some(again.projection())).containsExactly(now);
        try (var loaded = again.restarted()) {
            assertThat(some(loaded.projection())).containsExactly(now);
        }
    }

    @Test
    void venues_are_found_by_their_whole_name_and_by_beginnings_of_its_words() {
        venues.given(new VenueAdded(new VenueId(7, "d"), called("great hall")));
        assertThat(named("Great Hall")).containsExactly("b-hall");
        assertThat(named("Great")).isEmpty();
        assertThat(searched("hall gre")).containsExactly("b-hall", "d");
        assertThat(searched("clu")).containsExactly("a-club");
        venues.given(VenueChanged.of(CLUB, Patch.of(called("Red Bar"))));
        assertThat(searched("clu")).isEmpty();
        assertThat(searched("Red")).containsExactly("a-club");
    }

    @Test
    void a_rebuilt_view_is_the_same() {
        venues.given(VenueChanged.of(HALL, Patch.of(called("Old Hall"))), new VenueRemoved(CLUB));
        try (var again = venues.replayed()) {
            assertThat(again.checksums()).isEqualTo(venues.checksums());
        }
    }

    private static VenueDetails called(String name) {
        return VenueDetailsBuilder.builder().venueName(name).build();
    }

    private Page<Venue> all(long account, @Nullable String after, int limit) {
        return venues.read(documents ->
                venues.projection().find(new ListVenues(account, new NextKey(after, limit)), documents));
    }

    private static List<Venue> some(VenuesProjection projection) {
        return projection.find(new FindVenues(7, List.of("c-hall", "a-club", "nowhere", "b-hall")));
    }

    private Venue one(VenueId id) {
        return venues.read(documents -> venues.projection().find(new FindVenue(id.account(), id.uid()), documents));
    }

    private List<String> named(String name) {
        return venues.read(documents -> venues.projection().find(new FindVenuesNamed(7, name), documents));
    }

    private List<String> searched(String words) {
        return venues.read(documents -> venues.projection().find(new SearchVenues(7, words), documents));
    }
}
