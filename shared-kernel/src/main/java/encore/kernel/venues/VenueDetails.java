package encore.kernel.venues;

import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The name and location of a venue; a {@link encore.kernel.Patch} changes them.
 *
 * @param displayVenueName HTML, as the customer wrote it
 * @param countryCode two letters, ISO 3166
 */
@RecordBuilder
public record VenueDetails(
        @ListedName @NotPersonal("a building's name") @Nullable
        String venueName,

        @NotPersonal("a building's name") @Nullable String displayVenueName,
        @NotPersonal("the location of a building") @Nullable String city,
        @NotPersonal("the location of a building") @Nullable String province,

        @PublishedValue @NotPersonal("the location of a building") @Nullable
        String countryCode,

        @NotPersonal("the location of a building") @Nullable String metroArea,
        @PublishedValue @Nullable ZoneId timezone) {

    public static final VenueDetails EMPTY = VenueDetailsBuilder.builder().build();
}
