package encore.query.projection;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import java.util.BitSet;

/**
 * Which events a projection has counted, so that each counts once in whatever order they come: a dead letter that is tried
 * again comes behind later ones, and a position that only grows would pass over it.
 */
public final class CountedEvents {

    private static final int TOGETHER = 1_024;

    private final Collection<Marks> collection;

    /** A bit for each of neighbouring positions. */
    record Marks(byte[] bits) {}

    private CountedEvents(String name) {
        collection = Collection.of(name, Marks.class);
    }

    /** @param name of the collection, one more of the projection's shape */
    public static CountedEvents of(String name) {
        return new CountedEvents(name);
    }

    public Collection<?> collection() {
        return collection;
    }

    /** Marks an event; answers whether it was not marked before. */
    public boolean isNew(long position, Documents.Batch documents) {
        String key = Keyset.key(position / TOGETHER);
        Marks before = documents.get(collection, key);
        BitSet bits = before == null ? new BitSet(TOGETHER) : BitSet.valueOf(before.bits());
        int bit = (int) (position % TOGETHER);
        if (bits.get(bit)) {
            return false;
        }
        bits.set(bit);
        documents.put(collection, key, new Marks(bits.toByteArray()));
        return true;
    }
}
