package encore.infra.eventstore.index;

import java.sql.SQLException;
import java.util.Iterator;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListSet;

/** The entries of one stretch of the log that no file has yet. One thread adds, any may look. */
final class Recent implements Entries {

    private final ConcurrentSkipListSet<Entry> entries = new ConcurrentSkipListSet<>();

    void add(Entry entry) {
        entries.add(entry);
    }

    SortedSet<Entry> sorted() {
        return entries;
    }

    @Override
    public boolean mayHold(long high) {
        Entry next = entries.ceiling(new Entry(high, Long.MIN_VALUE, 0));
        return next != null && next.high() == high;
    }

    @Override
    public void up(Entry from, Taker more) throws SQLException {
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
        Entry entry = entries.lower(new Entry(high, Long.MAX_VALUE, Long.MAX_VALUE));
        while (entry != null && entry.high() == high && more.take(entry)) {
            entry = entries.lower(entry);
        }
    }
}
