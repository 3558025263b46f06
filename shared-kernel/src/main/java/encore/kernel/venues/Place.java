package encore.kernel.venues;

import org.jspecify.annotations.Nullable;

/** The present name and location of a venue. */
public record Place(
        @Nullable String venueName,
        @Nullable String displayVenueName,
        @Nullable String city,
        @Nullable String province,
        @Nullable String countryCode,
        @Nullable String metroArea) {

    /** The place of a record without a venue, or whose venue is removed. */
    public static final Place NOWHERE = new Place(null, null, null, null, null, null);

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
