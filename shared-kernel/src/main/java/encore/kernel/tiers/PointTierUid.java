package encore.kernel.tiers;

/** The answer to a new or changed tier. */
public record PointTierUid(String pointTierUid) {}
