package encore.kernel.tiers;

/** The answer to the commands of a tier: its uid. */
public record PointTierUid(String pointTierUid) {}
