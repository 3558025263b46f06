package encore.kernel.reports.data;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The sums of the tickets of a place, as the tickets have it. The place of an erased fan is null. */
public record TicketGeoRow(
        @Nullable String countryCode,
        @Nullable String province,
        @Nullable String city,
        long salesCount,
        long seatsCount,
        BigDecimal revenue) {}
