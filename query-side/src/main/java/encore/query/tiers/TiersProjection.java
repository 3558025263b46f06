package encore.query.tiers;

import static encore.kernel.Refusal.Kind.UNAVAILABLE;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.PointTypeWithTiers;
import encore.kernel.tiers.TiersEvent;
import encore.kernel.tiers.TiersQuery.FindSavedTier;
import encore.kernel.tiers.TiersQuery.FindTiers;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the tiers of each point type, lowest first. */
@Component
class TiersProjection implements Projection {

    private static final Collection<StoredTiers> TIERS = Collection.of("tiers", StoredTiers.class);

    /** All tiers of one point type. It has only a few. */
    record StoredTiers(String pointName, List<PointTier> tiers) {

        StoredTiers {
            tiers = List.copyOf(tiers);
        }

        StoredTiers after(TiersEvent event, Instant at) {
            var type = new PointTypeWithTiers(event.tiers().pointUid(), pointName, tiers);
            return new StoredTiers(pointName, type.after(event, at).tiers());
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("tiers", List.of(TIERS));
    }

    @EventHandler
    void on(PointTypeCreated event, RecordedEvent recordedEvent, Documents.Batch documents) {
        documents.put(TIERS, event.pointType().toString(), new StoredTiers(event.name(), List.of()));
    }

    @EventHandler
    void on(TiersEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = event.tiers().pointType().toString();
        StoredTiers before = documents.get(TIERS, key);
        if (before != null) {
            documents.put(TIERS, key, before.after(event, recordedEvent.at()));
        }
    }

    @QueryHandler
    List<PointTier> find(FindTiers query, Documents documents) {
        StoredTiers all = documents.get(TIERS, key(query.account(), query.pointUid()));
        if (all == null) {
            throw Refusal.unknown("There is no such point type.");
        }
        return all.tiers().stream()
                .filter(tier -> query.tierName() == null || query.tierName().equals(tier.tierName()))
                .toList();
    }

    @QueryHandler
    PointTier find(FindSavedTier query, Documents documents) {
        StoredTiers all = documents.get(TIERS, key(query.account(), query.pointUid()));
        List<PointTier> tiers = all == null ? List.of() : all.tiers();
        return tiers.stream()
                .filter(tier -> tier.pointTierUid().equals(query.pointTierUid()))
                .findFirst()
                .orElseThrow(() -> new Refusal(
                        UNAVAILABLE,
                        "not-caught-up",
                        "The tier is saved but cannot be read yet. Ask for it again in a moment."));
    }

    private static String key(long account, String pointUid) {
        return new PointTypeId(account, pointUid).toString();
    }
}
