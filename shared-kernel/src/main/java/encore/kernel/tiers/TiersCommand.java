package encore.kernel.tiers;

import encore.kernel.Command;

/** Everything that can be asked of the tiers of a point type. */
public sealed interface TiersCommand<R> extends Command<R> {

    PointTiersId tiers();

    @Override
    default PointTiersId stream() {
        return tiers();
    }

    /** @param pointTierUid UUIDv7, minted before the command */
    record AddTier(PointTiersId tiers, String pointTierUid, String tierName, long minPoints)
            implements TiersCommand<PointTierUid> {}

    /** Gives a tier that there is another name or threshold. */
    record ChangeTier(PointTiersId tiers, String pointTierUid, String tierName, long minPoints)
            implements TiersCommand<PointTierUid> {}
}
