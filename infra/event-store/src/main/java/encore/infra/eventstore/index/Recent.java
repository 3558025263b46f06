package encore.infra.eventstore.index;

import java.sql.SQLException;
import java.util.Iterator;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The entries of one range of the log that are not in a file yet. One thread adds entries, any thread may read them.
 */
final class Recent implements Entries {

    private static final int BITS = 1 << 20;

    private final ConcurrentSkipListSet<Entry> entries = new ConcurrentSkipListSet<>();

    /**
     * A bit for each upper half. Most keys that are looked up are not in this range, and finding that out in the list
     * would take many steps.
     */
    private final AtomicIntegerArray there = new AtomicIntegerArray(BITS / Integer.SIZE);

    void add(Entry entry) {
        int bit = bit(entry.high());
        there.setRelease(bit >>> 5, there.getPlain(bit >>> 5) | 1 << bit);
        entries.add(entry);
    }

    private boolean isSeen(long high) {
        int bit = bit(high);
        return (there.getAcquire(bit >>> 5) & 1 << bit) != 0;
    }

    /** Returns the bit of an upper half. Upper halves are parts of hashes, so they need no further hashing. */
    private static int bit(long high) {
        return (int) (high ^ high >>> 32) & BITS - 1;
    }

    SortedSet<Entry> sorted() {
        return entries;
    }

    @Override
    public boolean mayHold(long high) {
        if (!isSeen(high)) {
            return false;
        }
        Entry next = entries.ceiling(new Entry(high, Long.MIN_VALUE, 0));
        return next != null && next.high() == high;
    }

    @Override
    public void up(Entry from, Taker more) throws SQLException {
        if (!isSeen(from.high())) {
            return;
        }
        Iterator<Entry> each = entries.tailSet(from).iterator();
        while (each.hasNext()) {
            Entry entry = each.next();
            if (entry.high() != from.high() || !more.take(entry)) {
                return;
            }
        }
    }

    @Override
    public void down(long high, Taker more) throws SQLException {
        if (!isSeen(high)) {
            return;
        }
        Entry entry = entries.lower(new Entry(high, Long.MAX_VALUE, Long.MAX_VALUE));
        while (entry != null && entry.high() == high && more.take(entry)) {
            entry = entries.lower(entry);
        }
    }
}
