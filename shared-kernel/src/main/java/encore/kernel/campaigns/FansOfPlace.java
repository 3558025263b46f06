package encore.kernel.campaigns;

import org.jspecify.annotations.Nullable;

/** How many fans are of a province, or of a country without one; one of the two may be unknown. */
public record FansOfPlace(
        @Nullable String countryCode, @Nullable String province, long fanCount) {}
