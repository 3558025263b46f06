package encore.kernel.venues;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/** The present name and location of a venue. */
@RecordBuilder
public record Place(
        @Nullable String venueName,
        @Nullable String displayVenueName,
        @Nullable String city,
        @Nullable String province,
        @Nullable String countryCode,
        @Nullable String metroArea) {

    /** The place of a record without a venue, or whose venue is removed. */
    public static final Place NOWHERE = PlaceBuilder.builder().build();

    public static Place of(@Nullable Venue venue) {
        return venue == null
                ? NOWHERE
                : new Place(
                        venue.venueName(),
                        venue.displayVenueName(),
                        venue.city(),
                        venue.province(),
                        venue.countryCode(),
                        venue.metroArea());
    }
}
