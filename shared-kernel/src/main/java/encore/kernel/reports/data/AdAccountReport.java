package encore.kernel.reports.data;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of an advertising account (spec 3, 2). It mirrors the answer, so it has all of its 13 components. A ratio
 * that would be divided by zero is null.
 */
@RecordBuilder
public record AdAccountReport(
        @Nullable BigDecimal spend,
        @Nullable BigDecimal conversion,
        @Nullable BigDecimal offlineConversion,
        @Nullable Long conversionCount,
        @Nullable Long impressions,
        @Nullable Long reach,
        @Nullable BigDecimal frequency,
        @Nullable BigDecimal cpm,
        @Nullable BigDecimal cpa,
        @Nullable BigDecimal roi,
        @Nullable Long clicks,
        @Nullable BigDecimal ctr,
        @Nullable BigDecimal cpc) {}
