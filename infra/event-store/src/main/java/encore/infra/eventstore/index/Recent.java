package encore.infra.eventstore.index;

import java.sql.SQLException;
import java.util.Iterator;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** The entries of one stretch of the log that no file has yet. One thread adds, any may look. */
final class Recent implements Entries {

    private static final int BITS = 1 << 20;

    private final ConcurrentSkipListSet<Entry> entries = new ConcurrentSkipListSet<>();

    /** A bit for each upper half: most that are asked for are not here, and to find that out is a long way down the list. */
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

    /** Upper halves are parts of hashes. */
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
