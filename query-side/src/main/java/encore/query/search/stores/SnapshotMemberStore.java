package encore.query.search.stores;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.criteria.Where;
import encore.kernel.snapshots.SnapshotEvent.SnapshotPartKept;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.snapshots.SnapshotPartId;
import encore.query.documents.Keyset;
import encore.query.search.facts.DeltaIds;
import encore.query.search.index.AccountFanIndex;
import encore.query.search.index.FanIndex;
import java.util.List;

/** Stores the fans of snapshots: a document for each part, and one for the seal. */
public final class SnapshotMemberStore implements FacetStore {

    private static final Collection<SnapshotPart> PARTS = Collection.of("snapshot_parts", SnapshotPart.class);
    private static final Collection<SnapshotSeal> SEALS = Collection.of("snapshot_seals", SnapshotSeal.class);

    /** @param fans packed by {@link DeltaIds} */
    record SnapshotPart(long account, String uid, byte[] fans) {}

    /** @param parts the number of parts */
    record SnapshotSeal(long account, String uid, int parts) {}

    @Override
    public List<Collection<?>> collections() {
        return List.of(PARTS, SEALS);
    }

    public void putPart(SnapshotPartKept event, Documents.Batch documents) {
        SnapshotPartId part = event.part();
        documents.put(
                PARTS, part.toString(), new SnapshotPart(part.account(), part.uid(), DeltaIds.pack(event.fans())));
    }

    public void putSeal(SnapshotSealed event, Documents.Batch documents) {
        String key = event.snapshot().toString();
        documents.put(
                SEALS,
                key,
                new SnapshotSeal(event.snapshot().account(), event.snapshot().uid(), event.parts()));
    }

    public void remove(SnapshotRemoved event, Documents.Batch documents) {
        String key = event.snapshot().toString();
        SnapshotSeal snapshotSeal = documents.get(SEALS, key);
        if (snapshotSeal != null) {
            for (int number = 0; number < snapshotSeal.parts(); number++) {
                documents.remove(PARTS, new SnapshotPartId(event.snapshot(), number).toString());
            }
            documents.remove(SEALS, key);
        }
    }

    @Override
    public void load(Documents documents, FanIndex fanIndex) {
        Keyset.byKey(PARTS).all(documents, Where.all()).forEach(snapshotPart -> {
            AccountFanIndex account = fanIndex.account(snapshotPart.account());
            account.snapshots.addFans(snapshotPart.uid(), account.fans.numbersOf(DeltaIds.decode(snapshotPart.fans())));
        });
        Keyset.byKey(SEALS)
                .all(documents, Where.all())
                .forEach(snapshotSeal ->
                        fanIndex.account(snapshotSeal.account()).snapshots.seal(snapshotSeal.uid()));
    }
}
