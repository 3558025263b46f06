package encore.kernel.adstats;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Conversions that an ad network counts, with their amounts. A component is null where the network reports none. */
@RecordBuilder
public record AdConversions(
        @Nullable BigDecimal conversionAmount,
        @Nullable Long conversionCount,
        @Nullable BigDecimal offlineConversionAmount,
        @Nullable Long offlineConversionCount,
        @Nullable Long customConversionCount,
        @Nullable BigDecimal customConversionAmount,
        @Nullable Long customOfflineConversionCount,
        @Nullable BigDecimal customOfflineConversionAmount) {}
