package encore.kernel.tiers;

import encore.kernel.Command;
import encore.kernel.names.StoredName;
import encore.kernel.requirements.FanStanding;

/** The commands of the tiers of a point type. */
public sealed interface TiersCommand<R> extends Command<R> {

    PointTiersId tiers();

    @Override
    default PointTiersId stream() {
        return tiers();
    }

    /**
     * Adds a tier.
     *
     * @param pointTierUid a UUIDv7, generated before the command
     */
    record AddTier(PointTiersId tiers, String pointTierUid, String tierName, long minPoints)
            implements TiersCommand<PointTierUid> {}

    /** Changes the name and threshold of a tier. */
    record ChangeTier(PointTiersId tiers, String pointTierUid, String tierName, long minPoints)
            implements TiersCommand<PointTierUid> {}

    /**
     * Answers the threshold of a tier for a decision of another feature. It changes nothing. An unknown tier is refused,
     * naming {@code point_tier_uid}.
     */
    @StoredName("TellTier")
    record ReadTier(PointTiersId tiers, String pointTierUid) implements TiersCommand<FanStanding.Tier> {}
}
