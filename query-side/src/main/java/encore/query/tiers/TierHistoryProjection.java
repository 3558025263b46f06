package encore.query.tiers;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Moment;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TieredType;
import encore.kernel.tiers.TiersEvent;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.tiers.TiersEvent.TierChanged;
import encore.kernel.tiers.TiersQuery.FindTieredTypes;
import encore.query.projection.Keyset;
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

    private static final Collection<History> HISTORIES =
            Collection.of("tier_histories", History.class, Index.on("account"));

    /** A point type since its creation, with every change of its tiers in order. */
    record History(long account, String pointUid, String pointName, long position, List<Change> changes) {

        History {
            changes = List.copyOf(changes);
        }

        History with(Change change) {
            if (changes.stream().anyMatch(known -> known.position() == change.position())) {
                return this;
            }
            List<Change> all = new ArrayList<>(changes);
            all.add(change);
            all.sort(Comparator.comparingLong(Change::position));
            return new History(account, pointUid, pointName, position, all);
        }

        TieredType asOf(Moment then) {
            TieredType type = new TieredType(pointUid, pointName, List.of());
            for (Change change : changes) {
                if (change.position() <= then.position()) {
                    type = type.after(change.event(new PointTiersId(account, pointUid)), change.at());
                }
            }
            return type;
        }
    }

    /** A tier that was added or changed at a position. */
    record Change(long position, Instant at, boolean added, String pointTierUid, String tierName, long minPoints) {

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
    void on(PointTypeCreated event, Recorded recorded, Documents.Batch documents) {
        String key = event.pointType().toString();
        // A repeated event must not discard the changes since.
        if (documents.get(HISTORIES, key) == null) {
            documents.put(
                    HISTORIES,
                    key,
                    new History(
                            event.pointType().account(),
                            event.pointType().uid(),
                            event.name(),
                            recorded.position(),
                            List.of()));
        }
    }

    @EventHandler
    void on(TierAdded event, Recorded recorded, Documents.Batch documents) {
        fold(
                event,
                new Change(
                        recorded.position(),
                        recorded.at(),
                        true,
                        event.pointTierUid(),
                        event.tierName(),
                        event.minPoints()),
                documents);
    }

    @EventHandler
    void on(TierChanged event, Recorded recorded, Documents.Batch documents) {
        fold(
                event,
                new Change(
                        recorded.position(),
                        recorded.at(),
                        false,
                        event.pointTierUid(),
                        event.tierName(),
                        event.minPoints()),
                documents);
    }

    private static void fold(TiersEvent event, Change change, Documents.Batch documents) {
        String key = event.tiers().pointType().toString();
        History before = documents.get(HISTORIES, key);
        if (before != null) {
            documents.put(HISTORIES, key, before.with(change));
        }
    }

    @QueryHandler
    List<TieredType> find(FindTieredTypes query, Documents documents, Moment then) {
        return Keyset.byKey(HISTORIES)
                .all(documents, Where.equal("account", query.account()))
                .filter(history -> history.position() <= then.position())
                .map(history -> history.asOf(then))
                .toList();
    }
}
