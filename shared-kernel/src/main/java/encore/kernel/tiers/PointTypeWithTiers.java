package encore.kernel.tiers;

import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.tiers.TiersEvent.TierChanged;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A point type with its tiers, lowest first. Of tiers with the same threshold, the last one added is the highest. */
public record PointTypeWithTiers(String pointUid, String pointName, List<PointTier> tiers) {

    public PointTypeWithTiers {
        tiers = List.copyOf(tiers);
    }

    public static PointTypeWithTiers of(PointTypeCreated event) {
        return new PointTypeWithTiers(event.pointType().uid(), event.name(), List.of());
    }

    /** Returns this point type after an event of its tiers. A change of a tier that was never added is ignored. */
    public PointTypeWithTiers after(TiersEvent event, Instant at) {
        return switch (event) {
            case TierAdded(PointTiersId id, String uid, String name, long minPoints) ->
                with(new PointTier(uid, id.account(), pointUid, pointName, name, minPoints, at));
            case TierChanged(PointTiersId id, String uid, String name, long minPoints) ->
                tiers.stream()
                        .filter(tier -> tier.pointTierUid().equals(uid))
                        .findFirst()
                        .map(tier -> with(new PointTier(
                                uid, id.account(), pointUid, pointName, name, minPoints, tier.creationTimestamp())))
                        .orElse(this);
        };
    }

    private PointTypeWithTiers with(PointTier tier) {
        List<PointTier> all = Stream.concat(
                        tiers.stream().filter(other -> !other.pointTierUid().equals(tier.pointTierUid())),
                        Stream.of(tier))
                .sorted(Comparator.comparingLong(PointTier::minPoints)
                        .thenComparing(PointTier::creationTimestamp)
                        .thenComparing(PointTier::pointTierUid))
                .toList();
        return new PointTypeWithTiers(pointUid, pointName, all);
    }

    /** Returns the highest tier that a balance reaches. */
    public @Nullable PointTier tierAt(long balance) {
        PointTier reached = null;
        for (PointTier tier : tiers) {
            if (tier.minPoints() <= balance) {
                reached = tier;
            }
        }
        return reached;
    }

    /** Returns the name of the highest tier that a balance reaches. */
    public @Nullable String tierNameAt(long balance) {
        PointTier tier = tierAt(balance);
        return tier == null ? null : tier.tierName();
    }
}
