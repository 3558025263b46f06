package encore.kernel.adstats;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Sums of ad statistics of one ad account over some days, for reports. A component that no row has is null. */
public record AdAccountStats(@Nullable BigDecimal spend, AdTraffic traffic, AdConversions conversions) {}
