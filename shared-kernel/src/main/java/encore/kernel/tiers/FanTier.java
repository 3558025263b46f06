package encore.kernel.tiers;

import org.jspecify.annotations.Nullable;

/** The tier that a fan has, if any. */
public record FanTier(@Nullable PointTier tier) {}
