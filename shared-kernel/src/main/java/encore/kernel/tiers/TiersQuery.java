package encore.kernel.tiers;

import encore.kernel.AsOf;
import encore.kernel.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about tiers. */
public sealed interface TiersQuery<R> extends Query<R> {

    /** The tiers of a point type, lowest first; an unknown point type is refused as unknown. */
    record FindTiers(
            long account, String pointUid, @Nullable String tierName) implements TiersQuery<List<PointTier>> {}

    /**
     * The highest tier that a fan's balance reaches. An unknown fan is refused as unknown, an unknown name naming
     * {@code point_name}.
     */
    record FindFanTier(long account, long fanId, String pointName) implements TiersQuery<FanTier> {}

    /** The same as of then; a name that was unknown then is refused as well. */
    record FindFanTierAsOf(long account, long fanId, String pointName, AsOf asOf) implements TiersQuery<FanTier> {}

    /** The point types that an account had then, each with the tiers that it had then. */
    record FindTiersAsOf(long account, AsOf asOf) implements TiersQuery<List<TieredType>> {}
}
