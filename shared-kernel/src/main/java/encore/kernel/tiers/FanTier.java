package encore.kernel.tiers;

import org.jspecify.annotations.Nullable;

/** The tier of a fan; null when it has none. */
public record FanTier(@Nullable PointTier tier) {}
