package encore.api.places;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The place of an IP address (spec 3, 2).
 *
 * @param province the code of the subdivision
 * @param metroArea the code of the metropolitan area
 */
public record GeoPlace(
        @Nullable String countryCode,
        @Nullable String province,
        @Nullable String metroArea,
        @Nullable String city,
        @Nullable Double latitude,
        @Nullable Double longitude,
        @Nullable String countryName,
        @Nullable String postalCode) {

    static final GeoPlace UNKNOWN = inCountry(null);

    /** Returns a place of which the country alone is known. */
    static GeoPlace inCountry(@Nullable String countryCode) {
        String none = null;
        Double nowhere = null;
        return new GeoPlace(countryCode, none, none, none, nowhere, nowhere, nameOf(countryCode), none);
    }

    /** Returns the English name of a country. */
    static @Nullable String nameOf(@Nullable String countryCode) {
        return countryCode == null ? null : Locale.of("", countryCode).getDisplayCountry(Locale.ENGLISH);
    }
}
