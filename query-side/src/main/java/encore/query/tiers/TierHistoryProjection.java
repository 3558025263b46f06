package encore.query.tiers;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.PointTypeWithTiers;
import encore.kernel.tiers.TiersEvent;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.tiers.TiersEvent.TierChanged;
import encore.kernel.tiers.TiersQuery.FindPointTypesWithTiers;
import encore.kernel.time.Moment;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the history of point types and their tiers, for queries as of any position of the log. */
@Component
class TierHistoryProjection implements Projection {

    private static final Collection<TierHistory> HISTORIES =
            Collection.of("tier_histories", TierHistory.class, Index.on("account"));

    /** A point type since its creation, with every change of its tiers in order. */
    record TierHistory(long account, String pointUid, String pointName, long position, List<TierChange> changes) {

        TierHistory {
            changes = List.copyOf(changes);
        }

        TierHistory with(TierChange tierChange) {
            if (changes.stream().anyMatch(known -> known.position() == tierChange.position())) {
                return this;
            }
            List<TierChange> all = new ArrayList<>(changes);
            all.add(tierChange);
            all.sort(Comparator.comparingLong(TierChange::position));
            return new TierHistory(account, pointUid, pointName, position, all);
        }

        PointTypeWithTiers asOf(Moment then) {
            PointTypeWithTiers type = new PointTypeWithTiers(pointUid, pointName, List.of());
            for (TierChange tierChange : changes) {
                if (tierChange.position() <= then.position()) {
                    type = type.after(tierChange.event(new PointTiersId(account, pointUid)), tierChange.at());
                }
            }
            return type;
        }
    }

    /** A tier that was added or changed at a position. */
    record TierChange(long position, Instant at, boolean added, String pointTierUid, String tierName, long minPoints) {

        TiersEvent event(PointTiersId tiers) {
            return added
                    ? new TierAdded(tiers, pointTierUid, tierName, minPoints)
                    : new TierChanged(tiers, pointTierUid, tierName, minPoints);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("tier_history", List.of(HISTORIES));
    }

    @EventHandler
    void on(PointTypeCreated event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = event.pointType().toString();
        // A repeated event must not discard the changes since.
        if (documents.get(HISTORIES, key) == null) {
            documents.put(
                    HISTORIES,
                    key,
                    new TierHistory(
                            event.pointType().account(),
                            event.pointType().uid(),
                            event.name(),
                            recordedEvent.position(),
                            List.of()));
        }
    }

    @EventHandler
    void on(TierAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        fold(
                event,
                new TierChange(
                        recordedEvent.position(),
                        recordedEvent.at(),
                        true,
                        event.pointTierUid(),
                        event.tierName(),
                        event.minPoints()),
                documents);
    }

    @EventHandler
    void on(TierChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        fold(
                event,
                new TierChange(
                        recordedEvent.position(),
                        recordedEvent.at(),
                        false,
                        event.pointTierUid(),
                        event.tierName(),
                        event.minPoints()),
                documents);
    }

    private static void fold(TiersEvent event, TierChange tierChange, Documents.Batch documents) {
        String key = event.tiers().pointType().toString();
        TierHistory before = documents.get(HISTORIES, key);
        if (before != null) {
            documents.put(HISTORIES, key, before.with(tierChange));
        }
    }

    @QueryHandler
    List<PointTypeWithTiers> find(FindPointTypesWithTiers query, Documents documents, Moment then) {
        return Keyset.byKey(HISTORIES)
                .all(documents, Where.equal("account", query.account()))
                .filter(tierHistory -> tierHistory.position() <= then.position())
                .map(tierHistory -> tierHistory.asOf(then))
                .toList();
    }
}
