package encore.kernel.venues;

import org.jspecify.annotations.Nullable;

/** Says where something takes place: what a venue is called and where it lies, now. */
public record Place(
        @Nullable String venueName,
        @Nullable String displayVenueName,
        @Nullable String city,
        @Nullable String province,
        @Nullable String countryCode,
        @Nullable String metroArea) {

    /** Of what has no venue, or whose venue is not there any more. */
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
