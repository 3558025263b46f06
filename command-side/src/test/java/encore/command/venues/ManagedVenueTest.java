package encore.command.venues;

import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.venues.Venue;
import encore.kernel.venues.VenueCommand;
import encore.kernel.venues.VenueCommand.AddVenue;
import encore.kernel.venues.VenueCommand.ChangeVenue;
import encore.kernel.venues.VenueCommand.RemoveVenue;
import encore.kernel.venues.VenueDetails;
import encore.kernel.venues.VenueDetailsBuilder;
import encore.kernel.venues.VenueEvent.VenueAdded;
import encore.kernel.venues.VenueEvent.VenueChanged;
import encore.kernel.venues.VenueEvent.VenueRemoved;
import encore.kernel.venues.VenueId;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManagedVenueTest {

    private static final VenueId HALL = new VenueId(7, "v-1");
    private static final ZoneId VIENNA = ZoneId.of("Europe/Vienna");
    private static final VenueDetails DETAILS = venue("Hall", "Vienna", VIENNA);

    private final AggregateUnderTest<ManagedVenue> venue = new AggregateUnderTest<>(ManagedVenue.class);

    @Test
    void a_venue_is_added_as_it_was_said() {
        venue.givenNoPriorActivity()
                .when(new AddVenue(HALL, DETAILS))
                .expectEvents(new VenueAdded(HALL, DETAILS))
                .expectResultMessagePayload(Venue.of(HALL, DETAILS));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " "})
    void a_venue_always_has_a_name(@Nullable String name) {
        venue.givenNoPriorActivity()
                .when(new AddVenue(HALL, venue(name, "Vienna", null)))
                .expectNoEvents()
                .expectException(refusalNaming("venue_name"));
        venue.given(new VenueAdded(HALL, DETAILS))
                .when(new ChangeVenue(
                        HALL, new Patch<>(venue(name, null, null), name == null ? Set.of("venueName") : Set.of())))
                .expectNoEvents()
                .expectException(refusalNaming("venue_name"));
    }

    @Test
    void a_uid_that_is_taken_is_a_conflict() {
        venue.given(new VenueAdded(HALL, DETAILS))
                .when(new AddVenue(HALL, DETAILS))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "venue-uid-taken"));
    }

    @Test
    void a_change_records_what_changes_and_answers_the_whole() {
        venue.given(new VenueAdded(HALL, DETAILS))
                .when(new ChangeVenue(HALL, new Patch<>(venue("Hall", "Graz", null), Set.of("timezone", "province"))))
                .expectEvents(new VenueChanged(HALL, venue(null, "Graz", null), List.of("timezone")))
                .expectResultMessagePayload(Venue.of(HALL, venue("Hall", "Graz", null)));
    }

    @Test
    void a_change_to_what_is_so_already_records_nothing() {
        venue.given(new VenueAdded(HALL, DETAILS), VenueChanged.of(HALL, Patch.of(venue(null, "Graz", null))))
                .when(new ChangeVenue(HALL, Patch.of(venue(null, "Graz", VIENNA))))
                .expectNoEvents()
                .expectResultMessagePayload(Venue.of(HALL, venue("Hall", "Graz", VIENNA)));
    }

    @Test
    void a_venue_is_removed() {
        venue.given(new VenueAdded(HALL, DETAILS))
                .when(new RemoveVenue(HALL))
                .expectEvents(new VenueRemoved(HALL))
                .expectResultMessagePayload(Venue.of(HALL, DETAILS));
    }

    @Test
    void a_venue_that_was_removed_is_unknown() {
        for (VenueCommand later :
                List.of(new ChangeVenue(HALL, Patch.of(venue(null, "Graz", null))), new RemoveVenue(HALL))) {
            venue.given(new VenueAdded(HALL, DETAILS), new VenueRemoved(HALL))
                    .when(later)
                    .expectNoEvents()
                    .expectException(refusalAsUnknown());
        }
    }

    private static VenueDetails venue(@Nullable String name, @Nullable String city, @Nullable ZoneId zone) {
        return VenueDetailsBuilder.builder()
                .venueName(name)
                .city(city)
                .timezone(zone)
                .build();
    }
}
