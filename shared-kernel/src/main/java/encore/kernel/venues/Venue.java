package encore.kernel.venues;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** A venue as the API answers it, and as rows of other features contain it. */
@RecordBuilder
public record Venue(
        String venueUid,
        String venueName,
        @Nullable String displayVenueName,
        @Nullable String city,
        @Nullable String province,
        @Nullable String countryCode,
        @Nullable String metroArea,
        @Nullable ZoneId timezone) {

    /** @param details the details, with a name */
    public static Venue of(VenueId id, VenueDetails details) {
        return new Venue(
                id.uid(),
                details.venueName() == null ? "" : details.venueName(),
                details.displayVenueName(),
                details.city(),
                details.province(),
                details.countryCode(),
                details.metroArea(),
                details.timezone());
    }
}
