package encore.kernel.fans;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
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
        TicketCriteria tickets,
        Snapshots snapshots) {

    public FanCriteria {
        only = once(only);
        notOnly = once(notOnly);
        provinces = once(provinces);
        postalCodes = once(postalCodes);
        metroAreas = once(metroAreas);
        networks = once(networks);
        active = Objects.requireNonNullElse(active, ActiveDays.ANY);
        tags = Objects.requireNonNullElse(tags, Labelled.ANY);
        idols = Objects.requireNonNullElse(idols, Labelled.ANY);
        tickets = Objects.requireNonNullElse(tickets, TicketCriteria.ANY);
        snapshots = Objects.requireNonNullElse(snapshots, Snapshots.ANY);
    }

    /** What is said again says nothing; nor does what a filter kept before there was such a criterion. */
    private static <T> List<T> once(@Nullable List<T> values) {
        return values == null ? List.of() : values.stream().distinct().toList();
    }

    /** Everybody. */
    public static FanCriteria any() {
        return labelled(Labelled.ANY, Snapshots.ANY);
    }

    /** Who has this tag. */
    public static FanCriteria tagged(String name) {
        return labelled(new Labelled(List.of(name), false), Snapshots.ANY);
    }

    /** Who is in this snapshot. */
    public static FanCriteria in(String snapshotUid) {
        return labelled(Labelled.ANY, new Snapshots(List.of(snapshotUid), List.of()));
    }

    private static FanCriteria labelled(Labelled tags, Snapshots snapshots) {
        return new FanCriteria(
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                null,
                List.of(),
                ActiveDays.ANY,
                tags,
                Labelled.ANY,
                TicketCriteria.ANY,
                snapshots);
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

    /**
     * Who is in one of the first snapshots, and in none of the others.
     *
     * @param included uids; none for everybody
     */
    public record Snapshots(List<String> included, List<String> excluded) {

        public static final Snapshots ANY = new Snapshots(List.of(), List.of());

        /** How the first are called on the wire. */
        public static final String INCLUDED = "fan_incl_snapshot_uids";

        /** How the others are called there. */
        public static final String EXCLUDED = "fan_excl_snapshot_uids";

        public Snapshots {
            included = once(included);
            excluded = once(excluded);
        }
    }
}
