package encore.api.fans.input;

import static encore.api.input.OptionalText.blankToNull;

import encore.api.binding.InputJson;
import encore.api.binding.InputPlan;
import encore.api.constraints.MaxWords;
import encore.api.input.AscendingRange;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.TextLimits;
import encore.api.paging.SearchPaging;
import encore.kernel.privacy.Contact;
import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanCriteriaBuilder;
import encore.kernel.search.FanFilter;
import encore.kernel.search.FanRowOptions;
import encore.kernel.search.TicketCriteria;
import encore.kernel.tickets.sales.Money;
import encore.kernel.time.Days;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Criteria of a fan search. A fan must meet all that are given. */
@AscendingRange(start = "fanYoungestAge", end = "fanOldestAge")
@AscendingRange(start = "fanStartCreationDate", end = "fanEndCreationDate")
@AscendingRange(start = "crmStartActiveDate", end = "crmEndActiveDate")
@AscendingRange(start = "ticketStartPurchaseDate", end = "ticketEndPurchaseDate")
@AscendingRange(start = "ticketStartEventDate", end = "ticketEndEventDate")
@AscendingRange(start = "ticketSeatPriceMin", end = "ticketSeatPriceMax")
@AscendingRange(start = "ticketSeatCountMin", end = "ticketSeatCountMax")
@AscendingRange(start = "ticketSalesCountMin", end = "ticketSalesCountMax")
public record FanSearch(
        @Description("Fills last_page_tab_id and last_campaign_name.") @Nullable
        Boolean includeRecentEntry,

        @Description("Fills opted_in_business_ids.") @Nullable
        Boolean includeBusinessOptIns,

        @Description("Fills tags.") @Nullable Boolean includeTags,

        @Contact
        @Description("Words of an email, phone or name, or a fan_id. At most 16 distinct words.")
        @Nullable
        @Size(max = 255)
        @MaxWords
        String name,

        @Description("In the last days in UTC, today included.") @Nullable @Min(1) @Max(MAX_DAYS)
        Integer crmActiveDays,

        @Description("In the last days in UTC, today included.") @Nullable @Min(1) @Max(MAX_DAYS)
        Integer crmInactiveDays,

        @Description("Only fans with an activity on this UTC day or later.") @Nullable
        LocalDate crmStartActiveDate,

        @Description("Only fans with an activity on this UTC day or before. With crm_start_active_date: between both.")
        @Nullable
        LocalDate crmEndActiveDate,

        @Description("Only fans that have one of these tags.")
        List<String> fanTags,

        @Description("Related tags of fan_tags match, too.") @Nullable
        Boolean fanTagRelations,

        @Description("Only fans that have one of these idols.")
        List<String> idolNames,

        @Description("Related idols of idol_names match, too.") @Nullable
        Boolean idolRelations,

        @Description("Only fans with an identifier on one of these networks.")
        List<String> fanNetworks,

        @Description("Only fans that are in one of these snapshots.")
        List<String> fanInclSnapshotUids,

        @Description("Only fans that are in none of these snapshots.")
        List<String> fanExclSnapshotUids,

        @Nullable @Min(0) @Max(150) Integer fanYoungestAge,
        @Nullable @Min(0) @Max(150) Integer fanOldestAge,

        @Description("Only fans for whom these are present or true.")
        List<FanFilter> fanOnlyFilter,

        @Description("Only fans for whom these are missing or false.")
        List<FanFilter> fanNotOnlyFilter,

        @Contact List<String> fanPostalCodes,
        List<String> fanProvinces,
        @Nullable Integer fanRating,
        @Nullable Gender fanGender,
        @Nullable @Size(max = TextLimits.OTHER_TEXT) String fanSource,
        List<String> fanMetroAreas,

        @Description("The first UTC day of registration.") @Nullable
        LocalDate fanStartCreationDate,

        @Description("The last UTC day of registration.") @Nullable
        LocalDate fanEndCreationDate,

        @Contact @Nullable @DecimalMin("-180") @DecimalMax("180")
        Double fanRadiusLongitude,

        @Contact @Nullable @DecimalMin("-90") @DecimalMax("90")
        Double fanRadiusLatitude,

        @Contact
        @Description("The radius around a point, or around the fans of the one postal code in fan_postal_codes.")
        @Nullable
        @DecimalMin("0")
        @DecimalMax("20100")
        Double fanRadiusKm,

        @Description("All ticket criteria apply to the same tickets.") @Nullable
        String ticketEventName,

        @Nullable String ticketPriceCode,

        @Description("The first UTC day of the purchase.") @Nullable
        LocalDate ticketStartPurchaseDate,

        @Description("The last UTC day of the purchase.") @Nullable
        LocalDate ticketEndPurchaseDate,

        @Nullable String ticketVenueName,
        List<String> ticketVenueProvinces,

        @Description("In the last days in UTC, today included.") @Nullable @Min(1) @Max(MAX_DAYS)
        Integer ticketPurchasedDays,

        @Nullable String ticketArtistName,

        @Description("The first day of the event.") @Nullable
        LocalDate ticketStartEventDate,

        @Description("The last day of the event.") @Nullable LocalDate ticketEndEventDate,

        @Description("The lowest price of one seat of a ticket.")
        @Nullable
        @DecimalMin("0")
        @Digits(integer = Money.INTEGER_DIGITS, fraction = Money.FRACTION_DIGITS)
        BigDecimal ticketSeatPriceMin,

        @Description("The highest price of one seat of a ticket.")
        @Nullable
        @DecimalMin("0")
        @Digits(integer = Money.INTEGER_DIGITS, fraction = Money.FRACTION_DIGITS)
        BigDecimal ticketSeatPriceMax,

        @Description("The lowest number of seats of these tickets together.") @Nullable @Min(0)
        Integer ticketSeatCountMin,

        @Description("The highest number of seats of these tickets together.") @Nullable @Min(0)
        Integer ticketSeatCountMax,

        @Description("The lowest number of these tickets.") @Nullable @Min(0)
        Integer ticketSalesCountMin,

        @Description("Fans without such tickets are not found.") @Nullable @Min(0)
        Integer ticketSalesCountMax,

        @Description("Only fans who do not match the other ticket criteria; without any, fans without tickets.")
        @Nullable
        Boolean ticketIsNegative,

        @Description("Continues a search. No other parameter is needed.") @Nullable
        String searchUid,

        @Description("Rows of a page; when absent, as many as the page before, or 100 on the first page.")
        @Default("100")
        @Nullable
        @Min(1)
        @Max(999)
        Integer limit,

        @Description("Rows of all pages together.") @Default("100000") @Nullable @Min(1) @Max(1_000_000)
        Integer maxCount)
        implements SearchPaging.Criteria {

    public FanSearch {
        fanPostalCodes = fanPostalCodes.stream().distinct().toList();
    }

    /** A hundred years. */
    private static final int MAX_DAYS = 36_500;

    /** The parameters that are no criteria: they say how a search is answered. */
    private static final Set<String> PRESENTATION_PARAMETERS = Set.of(
            "include_recent_entry", "include_business_opt_ins", "include_tags", "search_uid", "limit", "max_count");

    @AssertTrue(message = "must be given together with fan_radius_longitude")
    @ErrorField("fan_radius_latitude")
    boolean isAPlace() {
        return (fanRadiusLatitude == null) == (fanRadiusLongitude == null);
    }

    @AssertTrue(message = "is required with fan_radius_latitude and fan_radius_longitude")
    @ErrorField("fan_radius_km")
    boolean isADistance() {
        return fanRadiusKm != null || fanRadiusLatitude == null && fanRadiusLongitude == null;
    }

    @AssertTrue(message = "is required with a single fan_postal_codes")
    @ErrorField("fan_radius_km")
    boolean isAroundAPostalCode() {
        return fanRadiusKm != null || fanPostalCodes.size() != 1;
    }

    @AssertTrue(message = "needs a latitude and longitude, or a single fan_postal_codes")
    @ErrorField("fan_radius_km")
    boolean isAroundSomething() {
        return fanRadiusKm == null
                || fanRadiusLatitude != null
                || fanRadiusLongitude != null
                || fanPostalCodes.size() == 1;
    }

    /** The criteria as they were given. */
    public ObjectNode parameters() {
        return InputJson.of(InputPlan.of(FanSearch.class), this, PRESENTATION_PARAMETERS);
    }

    public FanCriteria criteria() {
        return FanCriteriaBuilder.builder()
                .only(fanOnlyFilter)
                .notOnly(fanNotOnlyFilter)
                .provinces(fanProvinces)
                .postalCodes(fanPostalCodes)
                .metroAreas(fanMetroAreas)
                .networks(fanNetworks)
                .active(new FanCriteria.ActiveDays(
                        crmActiveDays, crmInactiveDays, crmStartActiveDate, crmEndActiveDate))
                .tags(new FanCriteria.LabelCriteria(fanTags, Boolean.TRUE.equals(fanTagRelations)))
                .idols(new FanCriteria.LabelCriteria(idolNames, Boolean.TRUE.equals(idolRelations)))
                .tickets(tickets())
                .snapshots(new FanCriteria.Snapshots(fanInclSnapshotUids, fanExclSnapshotUids))
                .name(blankToNull(name))
                .source(fanSource)
                .gender(fanGender == Gender.UNSAID ? null : Gender.text(fanGender))
                .createdFrom(fanStartCreationDate)
                .createdTo(fanEndCreationDate)
                .youngest(fanYoungestAge)
                .oldest(fanOldestAge)
                .rating(fanRating)
                .radius(
                        fanRadiusKm == null
                                ? null
                                : new FanCriteria.Radius(fanRadiusLatitude, fanRadiusLongitude, fanRadiusKm))
                .build();
    }

    private TicketCriteria tickets() {
        return new TicketCriteria(
                ticketEventName,
                ticketPriceCode,
                ticketVenueName,
                ticketVenueProvinces,
                ticketArtistName,
                new Days(ticketStartEventDate, ticketEndEventDate),
                new Days(ticketStartPurchaseDate, ticketEndPurchaseDate),
                ticketPurchasedDays,
                new TicketCriteria.Range<>(ticketSeatPriceMin, ticketSeatPriceMax),
                new TicketCriteria.Range<>(ticketSeatCountMin, ticketSeatCountMax),
                new TicketCriteria.Range<>(ticketSalesCountMin, ticketSalesCountMax),
                Boolean.TRUE.equals(ticketIsNegative));
    }

    public FanRowOptions rows() {
        return new FanRowOptions(
                Boolean.TRUE.equals(includeBusinessOptIns),
                Boolean.TRUE.equals(includeRecentEntry),
                Boolean.TRUE.equals(includeTags));
    }
}
