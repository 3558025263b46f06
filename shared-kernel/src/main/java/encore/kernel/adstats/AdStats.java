package encore.kernel.adstats;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Sums of ad statistics of a network over some days (spec 3, 2). A field that no row has is null.
 *
 * @param budgetAmount the latest budgets of the campaigns, added up
 * @param roas (conversion_amount + offline_conversion_amount) / spend
 * @param cpc spend / clicks
 * @param cpm spend / impressions × 1000
 */
public record AdStats(
        String network,
        @Nullable BigDecimal budgetAmount,
        @Nullable BigDecimal spend,
        @Nullable Long impressions,
        @Nullable Long clicks,
        @JsonUnwrapped AdConversions conversions,
        @Nullable BigDecimal roas,
        @Nullable BigDecimal cpc,
        @Nullable BigDecimal cpm) {

    private static final int RATIO_DIGITS = 6;
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

    /** Adds the ratios to sums. */
    public static AdStats of(
            String network,
            @Nullable BigDecimal budgetAmount,
            @Nullable BigDecimal spend,
            AdTraffic traffic,
            AdConversions conversions) {
        return new AdStats(
                network,
                budgetAmount,
                spend,
                traffic.impressions(),
                traffic.clicks(),
                conversions,
                ratio(sum(conversions.conversionAmount(), conversions.offlineConversionAmount()), spend),
                ratio(spend, decimal(traffic.clicks())),
                ratio(spend == null ? null : spend.multiply(THOUSAND), decimal(traffic.impressions())));
    }

    /** Returns a ratio with at most six decimals, rounded half up; null without one of the two, and by zero. */
    public static @Nullable BigDecimal ratio(@Nullable BigDecimal of, @Nullable BigDecimal to) {
        if (of == null || to == null || to.signum() == 0) {
            return null;
        }
        BigDecimal exact = of.divide(to, RATIO_DIGITS, RoundingMode.HALF_UP);
        return new BigDecimal(exact.stripTrailingZeros().toPlainString());
    }

    /** Returns the sum of the amounts that are given; null when none is. */
    public static @Nullable BigDecimal sum(@Nullable BigDecimal one, @Nullable BigDecimal other) {
        return one == null ? other : other == null ? one : one.add(other);
    }

    private static @Nullable BigDecimal decimal(@Nullable Long count) {
        return count == null ? null : BigDecimal.valueOf(count);
    }
}
