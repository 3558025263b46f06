package encore.kernel.search;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The criteria of a search for fans. Null and empty criteria let every fan through.
 *
 * @param name words of email, phone, names or display name, or a fan id
 * @param youngest the lowest age in whole years
 * @param createdFrom the first UTC day of registration
 * @param createdTo the last UTC day of registration
 * @param only the properties that must be present or true
 * @param notOnly the properties that must be missing or false
 * @param networks the networks on one of which the fan must have an identifier
 */
@RecordBuilder
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
        LabelCriteria tags,
        LabelCriteria idols,
        TicketCriteria tickets,
        Snapshots snapshots) {

    public FanCriteria {
        only = distinct(only);
        notOnly = distinct(notOnly);
        provinces = distinct(provinces);
        postalCodes = distinct(postalCodes);
        metroAreas = distinct(metroAreas);
        networks = distinct(networks);
        active = Objects.requireNonNullElse(active, ActiveDays.ANY);
        tags = Objects.requireNonNullElse(tags, LabelCriteria.ANY);
        idols = Objects.requireNonNullElse(idols, LabelCriteria.ANY);
        tickets = Objects.requireNonNullElse(tickets, TicketCriteria.ANY);
        snapshots = Objects.requireNonNullElse(snapshots, Snapshots.ANY);
    }

    /** Removes duplicates. A filter that was stored before a criterion existed has null for it. */
    private static <T> List<T> distinct(@Nullable List<T> values) {
        return values == null ? List.of() : values.stream().distinct().toList();
    }

    /** Returns criteria that let every fan through. */
    public static FanCriteria any() {
        return labelled(LabelCriteria.ANY, Snapshots.ANY);
    }

    /** Returns the criteria for fans with this tag. */
    public static FanCriteria tagged(String name) {
        return labelled(new LabelCriteria(List.of(name), false), Snapshots.ANY);
    }

    /** Returns the criteria for fans in this snapshot. */
    public static FanCriteria in(String snapshotUid) {
        return labelled(LabelCriteria.ANY, new Snapshots(List.of(snapshotUid), List.of()));
    }

    private static FanCriteria labelled(LabelCriteria tags, Snapshots snapshots) {
        return FanCriteriaBuilder.builder()
                .only(List.of())
                .notOnly(List.of())
                .provinces(List.of())
                .postalCodes(List.of())
                .metroAreas(List.of())
                .networks(List.of())
                .active(ActiveDays.ANY)
                .tags(tags)
                .idols(LabelCriteria.ANY)
                .tickets(TicketCriteria.ANY)
                .snapshots(snapshots)
                .build();
    }

    /**
     * A distance to a point. Without a point, the middle of the account's fans with the one given postal code is used.
     */
    public record Radius(
            @Nullable Double latitude, @Nullable Double longitude, double kilometres) {}

    /**
     * The UTC days on which a fan must have activities.
     *
     * @param days an activity within this many days, including today
     * @param inactiveDays no activity within this many days, including today
     * @param from an activity on this day or later; with {@code to}, an activity between both
     */
    @RecordBuilder
    public record ActiveDays(
            @Nullable Integer days,
            @Nullable Integer inactiveDays,
            @Nullable LocalDate from,
            @Nullable LocalDate to) {

        public static final ActiveDays ANY =
                FanCriteriaActiveDaysBuilder.builder().build();
    }

    /**
     * The tags or idols of which a fan must have one.
     *
     * @param names compared without case
     * @param related whether tags or idols that are related to them match as well
     */
    public record LabelCriteria(List<String> names, boolean related) {

        public static final LabelCriteria ANY = new LabelCriteria(List.of(), false);

        public LabelCriteria {
            names = distinct(names);
        }
    }

    /**
     * The snapshots of which a fan must be in one, and those of which it must be in none.
     *
     * @param included uids; empty for no condition
     */
    public record Snapshots(List<String> included, List<String> excluded) {

        public static final Snapshots ANY = new Snapshots(List.of(), List.of());

        /** The wire name of the included snapshots. */
        public static final String INCLUDED = "fan_incl_snapshot_uids";

        /** The wire name of the excluded snapshots. */
        public static final String EXCLUDED = "fan_excl_snapshot_uids";

        public Snapshots {
            included = distinct(included);
            excluded = distinct(excluded);
        }
    }
}
