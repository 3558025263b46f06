package encore.query.tiers;

import static encore.kernel.Refusal.Kind.UNKNOWN;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TiersEvent;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.tiers.TiersEvent.TierChanged;
import encore.kernel.tiers.TiersQuery.FindTiers;
import encore.query.runtime.Projection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** The tiers of each point type, lowest first. */
@Component
class TiersProjection implements Projection {

    private static final Collection<OfPointType> TIERS = Collection.of("tiers", OfPointType.class);

    /** All tiers of one point type, which has some few. */
    record OfPointType(String pointName, List<PointTier> tiers) {

        OfPointType {
            tiers = List.copyOf(tiers);
        }

        OfPointType with(TiersEvent event, Instant at) {
            return switch (event) {
                case TierAdded added ->
                    with(new PointTier(
                            added.pointTierUid(),
                            added.tiers().account(),
                            added.tiers().pointUid(),
                            pointName,
                            added.tierName(),
                            added.minPoints(),
                            at));
                case TierChanged changed ->
                    tiers.stream()
                            .filter(tier -> tier.pointTierUid().equals(changed.pointTierUid()))
                            .findFirst()
                            .map(tier -> with(new PointTier(
                                    tier.pointTierUid(),
                                    tier.accountId(),
                                    tier.pointUid(),
                                    pointName,
                                    changed.tierName(),
                                    changed.minPoints(),
                                    tier.creationTimestamp())))
                            .orElse(this);
            };
        }

        private OfPointType with(PointTier tier) {
            List<PointTier> all = new ArrayList<>(tiers);
            all.removeIf(other -> other.pointTierUid().equals(tier.pointTierUid()));
            all.add(tier);
            all.sort(Comparator.comparingLong(PointTier::minPoints)
                    .thenComparing(PointTier::creationTimestamp)
                    .thenComparing(PointTier::pointTierUid));
            return new OfPointType(pointName, all);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("tiers", List.of(TIERS));
    }

    @EventHandler
    void on(PointTypeCreated event, Recorded recorded, Documents.Batch documents) {
        documents.put(TIERS, event.pointType().toString(), new OfPointType(event.name(), List.of()));
    }

    @EventHandler
    void on(TierAdded event, Recorded recorded, Documents.Batch documents) {
        fold(event, recorded, documents);
    }

    @EventHandler
    void on(TierChanged event, Recorded recorded, Documents.Batch documents) {
        fold(event, recorded, documents);
    }

    private static void fold(TiersEvent event, Recorded recorded, Documents.Batch documents) {
        String key = event.tiers().pointType().toString();
        OfPointType before = documents.get(TIERS, key);
        if (before != null) {
            documents.put(TIERS, key, before.with(event, recorded.at()));
        }
    }

    @QueryHandler
    List<PointTier> find(FindTiers query, Documents documents) {
        String key =
                new PointTiersId(query.account(), query.pointUid()).pointType().toString();
        OfPointType all = documents.get(TIERS, key);
        if (all == null) {
            throw new Refusal(UNKNOWN, "unknown", "There is no such point type.");
        }
        return all.tiers().stream()
                .filter(tier -> query.tierName() == null || query.tierName().equals(tier.tierName()))
                .toList();
    }
}
