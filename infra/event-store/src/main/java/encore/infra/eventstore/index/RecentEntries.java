package encore.infra.eventstore.index;

import java.sql.SQLException;
import java.util.Iterator;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The entries of one range of the log that are not in a file yet. One thread adds entries, any thread may read them.
 */
final class RecentEntries implements SortedEntries {

    private static final int BITS = 1 << 20;

    private final ConcurrentSkipListSet<IndexEntry> entries = new ConcurrentSkipListSet<>();

    /**
     * A bit for each upper half. Most keys that are looked up are not in this range, and finding that out in the list
     * would take many steps.
     */
    private final AtomicIntegerArray seenBits = new AtomicIntegerArray(BITS / Integer.SIZE);

    void add(IndexEntry indexEntry) {
        int bit = bit(indexEntry.high());
        seenBits.setRelease(bit >>> 5, seenBits.getPlain(bit >>> 5) | 1 << bit);
        entries.add(indexEntry);
    }

    private boolean isSeen(long high) {
        int bit = bit(high);
        return (seenBits.getAcquire(bit >>> 5) & 1 << bit) != 0;
    }

    /** Returns the bit of an upper half. Upper halves are parts of hashes, so they need no further hashing. */
    private static int bit(long high) {
        return (int) (high ^ high >>> 32) & BITS - 1;
    }

    SortedSet<IndexEntry> sorted() {
        return entries;
    }

    @Override
    public boolean mayContain(long high) {
        if (!isSeen(high)) {
            return false;
        }
        IndexEntry next = entries.ceiling(new IndexEntry(high, Long.MIN_VALUE, 0));
        return next != null && next.high() == high;
    }

    @Override
    public void ascend(IndexEntry from, EntryVisitor visitor) throws SQLException {
        if (!isSeen(from.high())) {
            return;
        }
        Iterator<IndexEntry> each = entries.tailSet(from).iterator();
        while (each.hasNext()) {
            IndexEntry indexEntry = each.next();
            if (indexEntry.high() != from.high() || !visitor.visit(indexEntry)) {
                return;
            }
        }
    }

    @Override
    public void descend(long high, EntryVisitor visitor) throws SQLException {
        if (!isSeen(high)) {
            return;
        }
        IndexEntry indexEntry = entries.lower(new IndexEntry(high, Long.MAX_VALUE, Long.MAX_VALUE));
        while (indexEntry != null && indexEntry.high() == high && visitor.visit(indexEntry)) {
            indexEntry = entries.lower(indexEntry);
        }
    }
}
