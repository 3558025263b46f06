package encore.kernel.campaignstats;

import org.jspecify.annotations.Nullable;

/** The number of fans of a province, or of a country without one. One of the two may be unknown. */
public record PlaceFanCount(
        @Nullable String countryCode, @Nullable String province, long fanCount) {}
