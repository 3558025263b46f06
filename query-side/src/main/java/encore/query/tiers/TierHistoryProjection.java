package encore.query.tiers;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.AsOf;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.TieredType;
import encore.kernel.tiers.TiersEvent;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.tiers.TiersEvent.TierChanged;
import encore.kernel.tiers.TiersQuery.FindTiersAsOf;
import encore.query.runtime.Projection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** What point types and their tiers were, at every position of the log. */
@Component
class TierHistoryProjection implements Projection {

    private static final Collection<History> HISTORIES =
            Collection.of("tier_histories", History.class, Index.on("account"));

    private static final int PAGE = 500;

    /** A point type since it was made, with every change of its tiers, in order. */
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

        TieredType asOf(long until) {
            Map<String, PointTier> tiers = new LinkedHashMap<>();
            for (Change change : changes) {
                PointTier before = tiers.get(change.pointTierUid());
                // A change of a tier that was never added is none.
                if (change.position() <= until && (change.added() || before != null)) {
                    tiers.put(
                            change.pointTierUid(),
                            new PointTier(
                                    change.pointTierUid(),
                                    account,
                                    pointUid,
                                    pointName,
                                    change.tierName(),
                                    change.minPoints(),
                                    before == null || change.added() ? change.at() : before.creationTimestamp()));
                }
            }
            return new TieredType(
                    pointUid,
                    pointName,
                    tiers.values().stream()
                            .sorted(Comparator.comparingLong(PointTier::minPoints)
                                    .thenComparing(PointTier::creationTimestamp)
                                    .thenComparing(PointTier::pointTierUid))
                            .toList());
        }
    }

    /** A tier from then on. */
    record Change(long position, Instant at, boolean added, String pointTierUid, String tierName, long minPoints) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("tier_history", List.of(HISTORIES));
    }

    @EventHandler
    void on(PointTypeCreated event, Recorded recorded, Documents.Batch documents) {
        String key = event.pointType().toString();
        // Told once more it leaves what has changed since.
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
    List<TieredType> find(FindTiersAsOf query, Documents documents) {
        AsOf asOf = query.asOf();
        List<TieredType> types = new ArrayList<>();
        String after = null;
        List<Row<History>> rows;
        do {
            rows = documents.find(
                    HISTORIES,
                    Where.equal("account", query.account()),
                    Order.byKey(),
                    after == null ? null : List.of(after),
                    PAGE);
            for (Row<History> row : rows) {
                after = row.key();
                if (row.document().position() <= asOf.position()) {
                    types.add(row.document().asOf(asOf.position()));
                }
            }
        } while (rows.size() == PAGE);
        return types;
    }
}
