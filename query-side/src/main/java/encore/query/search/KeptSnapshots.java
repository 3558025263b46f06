package encore.query.search;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Where;
import encore.kernel.snapshots.SnapshotEvent.SnapshotPartKept;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.snapshots.SnapshotPartId;
import encore.query.projection.Keyset;
import java.util.List;

/** Stores the fans of snapshots: a document for each part, and one for the seal. */
final class KeptSnapshots implements Kept {

    private static final Collection<Part> PARTS = Collection.of("snapshot_parts", Part.class);
    private static final Collection<Seal> SEALS = Collection.of("snapshot_seals", Seal.class);

    /** @param fans packed by {@link Gaps} */
    record Part(long account, String uid, byte[] fans) {}

    /** @param parts the number of parts */
    record Seal(long account, String uid, int parts) {}

    @Override
    public List<Collection<?>> collections() {
        return List.of(PARTS, SEALS);
    }

    void keep(SnapshotPartKept event, Documents.Batch documents) {
        SnapshotPartId part = event.part();
        documents.put(PARTS, part.toString(), new Part(part.account(), part.uid(), Gaps.packed(event.fans())));
    }

    void seal(SnapshotSealed event, Documents.Batch documents) {
        String key = event.snapshot().toString();
        documents.put(
                SEALS,
                key,
                new Seal(event.snapshot().account(), event.snapshot().uid(), event.parts()));
    }

    void remove(SnapshotRemoved event, Documents.Batch documents) {
        String key = event.snapshot().toString();
        Seal seal = documents.get(SEALS, key);
        if (seal != null) {
            for (int number = 0; number < seal.parts(); number++) {
                documents.remove(PARTS, new SnapshotPartId(event.snapshot(), number).toString());
            }
            documents.remove(SEALS, key);
        }
    }

    @Override
    public void load(Documents documents, FansInMemory memory) {
        Keyset.byKey(PARTS).all(documents, Where.all()).forEach(part -> {
            FansOfAccount account = memory.account(part.account());
            account.snapshots.keep(part.uid(), account.fans.of(Gaps.ids(part.fans())));
        });
        Keyset.byKey(SEALS)
                .all(documents, Where.all())
                .forEach(seal -> memory.account(seal.account()).snapshots.seal(seal.uid()));
    }
}
