package encore.query.points;

import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TieredType;
import encore.kernel.tiers.TiersEvent;
import java.time.Instant;
import java.util.List;

/** A point type with its tiers and its account. Balances show its name and tier, and are answered from memory alone. */
record TieredPointType(long account, String pointUid, String pointName, List<PointTier> tiers) {

    TieredPointType {
        tiers = List.copyOf(tiers);
    }

    static String key(PointTiersId tiers) {
        return tiers.account() + "." + tiers.pointUid();
    }

    String key() {
        return account + "." + pointUid;
    }

    static TieredPointType of(PointTypeCreated event) {
        return of(event.pointType().account(), TieredType.of(event));
    }

    private static TieredPointType of(long account, TieredType type) {
        return new TieredPointType(account, type.pointUid(), type.pointName(), type.tiers());
    }

    /** Returns this point type after a change of its tiers. */
    TieredPointType after(TiersEvent event, Instant at) {
        return of(account, type().after(event, at));
    }

    TieredType type() {
        return new TieredType(pointUid, pointName, tiers);
    }
}
