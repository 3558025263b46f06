package encore.kernel.tiers;

import encore.kernel.Query;
import encore.kernel.time.AsOf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about tiers. */
public sealed interface TiersQuery<R> extends Query<R> {

    /** The tiers of a point type, lowest first; an unknown point type is refused as unknown. */
    record FindTiers(
            long account, String pointUid, @Nullable String tierName) implements TiersQuery<List<PointTier>> {}

    /** One tier that was just saved; refused as unavailable until it can be read. */
    record FindSavedTier(long account, String pointUid, String pointTierUid) implements TiersQuery<PointTier> {}

    /**
     * The highest tier that a fan's balance reaches. An unknown fan is refused as unknown. An unknown name, or one that
     * was unknown at the moment {@code asOf}, is refused, naming {@code point_name}.
     */
    record FindFanTier(
            long account,
            long fanId,
            String pointName,
            @Nullable AsOf asOf) implements TiersQuery<FanTier> {}

    /** An account's point types, each with its tiers. */
    record FindPointTypesWithTiers(long account, @Nullable AsOf asOf) implements TiersQuery<List<PointTypeWithTiers>> {}
}
