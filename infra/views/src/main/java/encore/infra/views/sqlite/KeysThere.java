package encore.infra.views.sqlite;

import java.util.HashMap;
import java.util.Map;
import org.roaringbitmap.RoaringBitmap;

/**
 * Knows by their hashes which keys a file may contain while it is filled. A key that is certainly absent needs no
 * look-up: most documents that a projection reads while a version is filled do not exist yet.
 */
final class KeysThere {

    private final Map<Table, RoaringBitmap> hashes = new HashMap<>();

    /** Starts with the keys of the file. */
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

    /** Returns whether the file may contain the key. A removed key may still be reported as present. */
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
