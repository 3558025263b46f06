package encore.query.points.boards;

import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.PointTypeWithTiers;
import encore.kernel.tiers.TiersEvent;
import java.time.Instant;
import java.util.List;

/** A point type with its tiers and its account. Balances show its name and tier, and are answered from memory alone. */
public record TieredPointType(long account, String pointUid, String pointName, List<PointTier> tiers) {

    public TieredPointType {
        tiers = List.copyOf(tiers);
    }

    public static String key(PointTiersId tiers) {
        return tiers.account() + "." + tiers.pointUid();
    }

    public String key() {
        return account + "." + pointUid;
    }

    public static TieredPointType of(PointTypeCreated event) {
        return of(event.pointType().account(), PointTypeWithTiers.of(event));
    }

    private static TieredPointType of(long account, PointTypeWithTiers type) {
        return new TieredPointType(account, type.pointUid(), type.pointName(), type.tiers());
    }

    /** Returns this point type after a change of its tiers. */
    public TieredPointType after(TiersEvent event, Instant at) {
        return of(account, type().after(event, at));
    }

    PointTypeWithTiers type() {
        return new PointTypeWithTiers(pointUid, pointName, tiers);
    }
}
