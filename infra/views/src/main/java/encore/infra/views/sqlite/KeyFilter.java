package encore.infra.views.sqlite;

import encore.infra.views.sqlite.file.SqliteConnection;
import encore.infra.views.sqlite.file.Table;
import java.util.HashMap;
import java.util.Map;
import org.roaringbitmap.RoaringBitmap;

/**
 * Knows by their hashes which keys a file may contain while it is filled. A key that is certainly absent needs no
 * look-up: most documents that a projection reads while a version is filled do not exist yet.
 */
final class KeyFilter {

    private final Map<Table, RoaringBitmap> hashes = new HashMap<>();

    /** Starts with the keys of the file. */
    KeyFilter(SqliteConnection connection, Iterable<Table> tables) {
        for (Table table : tables) {
            RoaringBitmap keyHashes = new RoaringBitmap();
            connection.forEach(
                    "SELECT key FROM " + table.name,
                    row -> keyHashes.add(row.getString(1).hashCode()));
            hashes.put(table, keyHashes);
        }
    }

    void add(Table table, String key) {
        hashesOf(table).add(key.hashCode());
    }

    /** Returns whether the file may contain the key. A removed key may still be reported as present. */
    boolean mightContain(Table table, String key) {
        return hashesOf(table).contains(key.hashCode());
    }

    private RoaringBitmap hashesOf(Table table) {
        RoaringBitmap keyHashes = hashes.get(table);
        if (keyHashes == null) {
            throw new IllegalStateException("No table of this file: " + table.name);
        }
        return keyHashes;
    }
}
