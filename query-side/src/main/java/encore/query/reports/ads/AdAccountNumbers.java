package encore.query.reports.ads;

import encore.kernel.adstats.AdAccountStats;
import encore.kernel.adstats.AdConversions;
import encore.kernel.adstats.AdStats;
import encore.kernel.adstats.AdStatsQuery.FindAdAccountStats;
import encore.kernel.adstats.AdTraffic;
import encore.kernel.reports.data.AdAccountReport;
import encore.kernel.reports.data.AdAccountReportBuilder;
import encore.query.projection.QueryGateway;
import encore.query.reports.readers.ReportScope;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Asks for the sums of an advertising account, and adds the ratios of these sums. */
final class AdAccountNumbers {

    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

    private AdAccountNumbers() {}

    static AdAccountReport read(ReportScope scope, QueryGateway queryGateway) {
        AdAccountStats sums = queryGateway.ask(new FindAdAccountStats(
                scope.account(),
                scope.days(),
                Objects.requireNonNull(scope.subject().network()),
                Objects.requireNonNull(scope.subject().adAccountKey())));
        AdTraffic traffic = sums.traffic();
        AdConversions conversions = sums.conversions();
        BigDecimal spend = sums.spend();
        BigDecimal impressions = decimal(traffic.impressions());
        return AdAccountReportBuilder.builder()
                .spend(spend)
                .conversion(conversions.conversionAmount())
                .offlineConversion(conversions.offlineConversionAmount())
                .conversionCount(conversions.conversionCount())
                .impressions(traffic.impressions())
                .reach(traffic.reach())
                .frequency(AdStats.ratio(impressions, decimal(traffic.reach())))
                .cpm(AdStats.ratio(product(spend, THOUSAND), impressions))
                .cpa(AdStats.ratio(spend, decimal(conversions.conversionCount())))
                .roi(roi(spend, conversions))
                .clicks(traffic.clicks())
                .ctr(AdStats.ratio(product(decimal(traffic.clicks()), HUNDRED), impressions))
                .cpc(AdStats.ratio(spend, decimal(traffic.clicks())))
                .build();
    }

    private static @Nullable BigDecimal roi(@Nullable BigDecimal spend, AdConversions conversions) {
        BigDecimal gained = AdStats.sum(conversions.conversionAmount(), conversions.offlineConversionAmount());
        return spend == null || gained == null ? null : AdStats.ratio(gained.subtract(spend), spend);
    }

    private static @Nullable BigDecimal product(@Nullable BigDecimal amount, BigDecimal factor) {
        return amount == null ? null : amount.multiply(factor);
    }

    private static @Nullable BigDecimal decimal(@Nullable Long count) {
        return count == null ? null : BigDecimal.valueOf(count);
    }
}
