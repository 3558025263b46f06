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
 * @param networks a fan has an identifier on one of them
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
        @Nullable Radius radius,
        List<String> networks,
        ActiveDays active,
        Labelled tags,
        Labelled idols,
        TicketCriteria tickets) {

    public FanCriteria {
        only = once(only);
        notOnly = once(notOnly);
        provinces = once(provinces);
        postalCodes = once(postalCodes);
        metroAreas = once(metroAreas);
        networks = once(networks);
    }

    /** What is said again says nothing. */
    private static <T> List<T> once(List<T> values) {
        return values.stream().distinct().toList();
    }

    /** Within a distance of a point, or, without one, of the middle of the account's fans at the one postal code. */
    public record Radius(
            @Nullable Double latitude, @Nullable Double longitude, double kilometres) {}

    /**
     * On which UTC days activities of a fan are recorded.
     *
     * @param days on one of the last so many, today included
     * @param inactiveDays on none of the last so many
     * @param from that day or later, and with {@code to} between both
     */
    public record ActiveDays(
            @Nullable Integer days,
            @Nullable Integer inactiveDays,
            @Nullable LocalDate from,
            @Nullable LocalDate to) {

        public static final ActiveDays ANY = new ActiveDays(null, null, null, null);
    }

    /**
     * Who has one of these tags, or idols.
     *
     * @param names compared without case
     * @param related whether those that are related to them do as well
     */
    public record Labelled(List<String> names, boolean related) {

        public static final Labelled ANY = new Labelled(List.of(), false);

        public Labelled {
            names = once(names);
        }
    }
}
