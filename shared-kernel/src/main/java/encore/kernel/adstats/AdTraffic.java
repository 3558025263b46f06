package encore.kernel.adstats;

import org.jspecify.annotations.Nullable;

/** How often ads were shown and clicked. A component is null where the network reports none. */
public record AdTraffic(
        @Nullable Long impressions,
        @Nullable Long clicks,
        @Nullable Long linkClicks,
        @Nullable Long reach) {}
