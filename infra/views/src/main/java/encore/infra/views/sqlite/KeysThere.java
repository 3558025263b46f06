package encore.infra.views.sqlite;

import java.util.HashMap;
import java.util.Map;
import org.roaringbitmap.RoaringBitmap;

/**
 * Knows which keys a file that is filled may have, by their hashes: what is not among them need not be looked for. Most of
 * what a fold asks for while a version is filled is not there yet.
 */
final class KeysThere {

    private final Map<Table, RoaringBitmap> hashes = new HashMap<>();

    /** Begins with what the file has. */
    KeysThere(Connected connected, Iterable<Table> tables) {
        for (Table table : tables) {
            RoaringBitmap there = new RoaringBitmap();
            connected.each(
                    "SELECT key FROM " + table.name,
                    row -> there.add(row.getString(1).hashCode()));
            hashes.put(table, there);
        }
    }

    void add(Table table, String key) {
        of(table).add(key.hashCode());
    }

    /** What was removed may be said to be there. */
    boolean maybe(Table table, String key) {
        return of(table).contains(key.hashCode());
    }

    private RoaringBitmap of(Table table) {
        RoaringBitmap there = hashes.get(table);
        if (there == null) {
            throw new IllegalStateException("No table of this file: " + table.name);
        }
        return there;
    }
}
