package encore.kernel.tickets.sales;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The sums of the tickets whose buyers gave a place. */
public record PlaceSales(
        @Nullable String countryCode,
        @Nullable String province,
        @Nullable String city,
        long salesCount,
        long seatsCount,
        BigDecimal revenue) {}
