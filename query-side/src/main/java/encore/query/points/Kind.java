package encore.query.points;

import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TiersEvent;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.tiers.TiersEvent.TierChanged;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A point type with its tiers, lowest first; of tiers with the same threshold the one added last stands highest.
 * Balances name both, and are answered from memory alone.
 */
record Kind(long account, String pointUid, String pointName, List<PointTier> tiers) {

    Kind {
        tiers = List.copyOf(tiers);
    }

    static String key(PointTiersId tiers) {
        return tiers.account() + "." + tiers.pointUid();
    }

    String key() {
        return account + "." + pointUid;
    }

    static Kind of(PointTypeCreated event) {
        return new Kind(event.pointType().account(), event.pointType().uid(), event.name(), List.of());
    }

    /** This point type after something happened to its tiers. */
    Kind after(TiersEvent event, Instant at) {
        return switch (event) {
            case TierAdded added -> with(added.pointTierUid(), added.tierName(), added.minPoints(), at);
            case TierChanged changed ->
                tiers.stream()
                        .filter(tier -> tier.pointTierUid().equals(changed.pointTierUid()))
                        .findFirst()
                        .map(tier -> with(
                                changed.pointTierUid(),
                                changed.tierName(),
                                changed.minPoints(),
                                tier.creationTimestamp()))
                        .orElse(this);
        };
    }

    private Kind with(String uid, String tierName, long minPoints, Instant creation) {
        List<PointTier> all = new ArrayList<>(tiers);
        all.removeIf(tier -> tier.pointTierUid().equals(uid));
        all.add(new PointTier(uid, account, pointUid, pointName, tierName, minPoints, creation));
        all.sort(Comparator.comparingLong(PointTier::minPoints)
                .thenComparing(PointTier::creationTimestamp)
                .thenComparing(PointTier::pointTierUid));
        return new Kind(account, pointUid, pointName, all);
    }

    /** The highest tier that a balance reaches. */
    @Nullable
    PointTier tierAt(long balance) {
        PointTier reached = null;
        for (PointTier tier : tiers) {
            if (tier.minPoints() <= balance) {
                reached = tier;
            }
        }
        return reached;
    }
}
