package encore.api.adstats;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Bounds;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.accounts.AccountId;
import encore.kernel.adstats.AdCampaignKey;
import encore.kernel.adstats.AdConversions;
import encore.kernel.adstats.AdDay;
import encore.kernel.adstats.AdStatsCommand.AdStatsRow;
import encore.kernel.adstats.AdStatsCommand.RecordAdStats;
import encore.kernel.adstats.AdTraffic;
import encore.kernel.adstats.RecordedAdStats;
import encore.kernel.people.Area;
import encore.kernel.tickets.sales.Money;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Imports ad statistics, as ad networks report them. */
@RestController
@Access(scope = "manage", area = Area.REPORTS, lock = SECRET)
@RequestMapping("/api/v1/manage/ad_stats")
class ManagedAdStatsController {

    private static final int MAX_ROWS = 500;

    record Save(
            @Description("The rows. The body may also be the list itself.") @NotEmpty @Size(max = MAX_ROWS)
            List<@Valid Row> adStats) {}

    /** One day of one campaign. Amounts are in the account's currency. */
    record Row(
            @NotBlank @Size(max = 255) String network,
            @NotBlank @Size(max = 255) String adAccountKey,
            @NotBlank @Size(max = 255) String campaignKey,

            @Description("The day. A row for a known day replaces it whole.")
            LocalDate statDate,

            @Nullable @Size(max = 255) String campaignName,

            @Digits(integer = INTEGERS, fraction = DECIMALS) @DecimalMin("0") @Nullable
            BigDecimal budgetAmount,

            @Digits(integer = INTEGERS, fraction = DECIMALS) @DecimalMin("0") @Nullable
            BigDecimal spend,

            @Min(0) @Max(Bounds.MAX_COUNT) @Nullable Long impressions,
            @Min(0) @Max(Bounds.MAX_COUNT) @Nullable Long clicks,
            @Min(0) @Max(Bounds.MAX_COUNT) @Nullable Long linkClicks,
            @Min(0) @Max(Bounds.MAX_COUNT) @Nullable Long reach,

            @Digits(integer = INTEGERS, fraction = DECIMALS) @DecimalMin("0") @Nullable
            BigDecimal conversionAmount,

            @Min(0) @Max(Bounds.MAX_COUNT) @Nullable Long conversionCount,

            @Digits(integer = INTEGERS, fraction = DECIMALS) @DecimalMin("0") @Nullable
            BigDecimal offlineConversionAmount,

            @Min(0) @Max(Bounds.MAX_COUNT) @Nullable Long offlineConversionCount,
            @Min(0) @Max(Bounds.MAX_COUNT) @Nullable Long customConversionCount,

            @Digits(integer = INTEGERS, fraction = DECIMALS) @DecimalMin("0") @Nullable
            BigDecimal customConversionAmount,

            @Min(0) @Max(Bounds.MAX_COUNT) @Nullable Long customOfflineConversionCount,

            @Digits(integer = INTEGERS, fraction = DECIMALS) @DecimalMin("0") @Nullable
            BigDecimal customOfflineConversionAmount) {

        private static final int INTEGERS = Money.INTEGER_DIGITS;
        private static final int DECIMALS = Money.FRACTION_DIGITS;

        @AssertTrue(message = "must be from 2000-01-01 to 2099-12-31")
        @ErrorField("stat_date")
        boolean isInRange() {
            return !statDate.isBefore(AdDay.FIRST) && !statDate.isAfter(AdDay.LAST);
        }

        AdStatsRow toRow() {
            return new AdStatsRow(
                    new AdCampaignKey(network, adAccountKey, campaignKey),
                    new AdDay(
                            statDate,
                            campaignName,
                            Money.normalised(budgetAmount),
                            Money.normalised(spend),
                            new AdTraffic(impressions, clicks, linkClicks, reach),
                            conversions()));
        }

        private AdConversions conversions() {
            return new AdConversions(
                    Money.normalised(conversionAmount),
                    conversionCount,
                    Money.normalised(offlineConversionAmount),
                    offlineConversionCount,
                    customConversionCount,
                    Money.normalised(customConversionAmount),
                    customOfflineConversionCount,
                    Money.normalised(customOfflineConversionAmount));
        }
    }

    private final Backend backend;

    ManagedAdStatsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Records up to 500 days of ad campaigns; if one of them is malformed, none is recorded")
    @PostMapping
    Mono<RecordedAdStats> recordAdStats(Caller caller, @Params Save in) {
        var rows = in.adStats().stream().map(Row::toRow).toList();
        return backend.send(caller, new RecordAdStats(new AccountId(caller.account()), rows));
    }
}
