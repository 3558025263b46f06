package encore.kernel.fans;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says which fans are meant; null and empty criteria let every fan through.
 *
 * @param name words of email, phone, names or display name, or a fan id
 * @param youngest the least age in whole years
 * @param createdFrom the first UTC day of registration
 * @param createdTo the last UTC day of registration
 * @param only what must be there or true
 * @param notOnly what must be missing or false
 */
public record FanCriteria(
        @Nullable String name,
        @Nullable String source,
        @Nullable String gender,
        @Nullable LocalDate createdFrom,
        @Nullable LocalDate createdTo,
        @Nullable Integer youngest,
        @Nullable Integer oldest,
        List<FanFilter> only,
        List<FanFilter> notOnly,
        List<String> provinces,
        List<String> postalCodes,
        List<String> metroAreas,
        @Nullable Integer rating,
        @Nullable Radius radius) {

    public FanCriteria {
        only = once(only);
        notOnly = once(notOnly);
        provinces = once(provinces);
        postalCodes = once(postalCodes);
        metroAreas = once(metroAreas);
    }

    /** What is said again says nothing. */
    private static <T> List<T> once(List<T> values) {
        return values.stream().distinct().toList();
    }

    /** Within a distance of a point, or, without one, of the middle of the account's fans at the one postal code. */
    public record Radius(
            @Nullable Double latitude, @Nullable Double longitude, double kilometres) {}
}
