package encore.query.documents;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import java.util.BitSet;

/**
 * Remembers the events that a projection has counted, so that each counts once in any order. A dead letter that is
 * retried comes after later events, and a plain last position would skip it.
 */
public final class CountedEvents {

    private static final int EVENTS_PER_DOCUMENT = 1_024;

    private final Collection<Marks> collection;

    /** One bit for each position of a range. */
    record Marks(byte[] bits) {}

    private CountedEvents(String name) {
        collection = Collection.of(name, Marks.class);
    }

    /**
     * Creates the collection.
     *
     * @param name the name of the collection, which has to be added to the projection's shape
     */
    public static CountedEvents of(String name) {
        return new CountedEvents(name);
    }

    public Collection<?> collection() {
        return collection;
    }

    /** Marks an event. Returns whether it was not marked before. */
    public boolean isNew(long position, Documents.Batch documents) {
        String key = Keyset.key(position / EVENTS_PER_DOCUMENT);
        Marks before = documents.get(collection, key);
        BitSet bits = before == null ? new BitSet(EVENTS_PER_DOCUMENT) : BitSet.valueOf(before.bits());
        int bit = (int) (position % EVENTS_PER_DOCUMENT);
        if (bits.get(bit)) {
            return false;
        }
        bits.set(bit);
        documents.put(collection, key, new Marks(bits.toByteArray()));
        return true;
    }
}
