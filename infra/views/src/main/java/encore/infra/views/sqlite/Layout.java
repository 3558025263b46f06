package encore.infra.views.sqlite;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes a collection's table, its columns and its indexes in a file, as far as they are missing. */
final class Layout {

    /** SQLite keeps this number in the file's header, and changes it with the transaction at hand. */
    private static final String FILLING = "PRAGMA user_version";

    private Layout() {}

    /** Whether the file is being filled, and has no indexes but those of keys. */
    static boolean filling(Connected connected) {
        return connected.query(FILLING).getFirst().getFirst().equals("1");
    }

    static void filling(Connected connected, boolean now) {
        connected.run(FILLING + " = " + (now ? 1 : 0));
    }

    /** One row, beside the tables of documents. */
    static void note(Connected connected, String how) {
        connected.run("CREATE TABLE IF NOT EXISTS noted(one INTEGER PRIMARY KEY, how TEXT NOT NULL)");
        connected.update(
                "INSERT INTO noted(one, how) VALUES(1, ?) ON CONFLICT(one) DO UPDATE SET how = excluded.how", how);
    }

    static Optional<String> noted(Connected connected) {
        return connected
                        .query("SELECT 1 FROM sqlite_schema WHERE name = 'noted'")
                        .isEmpty()
                ? Optional.empty()
                : connected.rows("SELECT how FROM noted WHERE one = 1", List.of(), row -> row.getString(1)).stream()
                        .findFirst();
    }

    /**
     * The table, its columns, and the index of its keys.
     *
     * <p>A column that a table begins with is written as the document is. One that comes later is worked out of the JSON
     * whenever it is looked at, as are all of a file that an earlier build began: SQLite takes it for changed with each
     * change of the JSON, and all of its indexes with it.
     */
    static void makeTable(Connected connected, Table table) {
        String columns =
                table.fields.stream().map(field -> ", " + Table.column(field)).collect(joining());
        connected.run("CREATE TABLE IF NOT EXISTS " + table.name
                + "(id INTEGER PRIMARY KEY, key TEXT NOT NULL, doc TEXT NOT NULL, hash BLOB NOT NULL" + columns + ")");
        Set<String> there = new HashSet<>();
        List<String> written = new ArrayList<>();
        connected.query("PRAGMA table_xinfo(" + table.name + ")").forEach(column -> {
            String name = column.get(1);
            there.add(name);
            if (name.startsWith(Table.PREFIX) && column.get(6).equals("0")) {
                // Also of a field that has no index in this build: in one to come it may have it again.
                written.add(name.substring(Table.PREFIX.length()));
            }
        });
        table.write(written);
        for (String field : table.fields) {
            if (!there.contains(Table.PREFIX + field)) {
                connected.run("ALTER TABLE " + table.name + " ADD COLUMN " + generated(field) + " VIRTUAL");
            }
        }
        if (!indexes(connected, table).contains(table.keys.name())) {
            connected.run(table.createIndex(table.keys));
        }
    }

    private static String generated(String field) {
        return Table.column(field) + " GENERATED ALWAYS AS (" + Table.extract("doc", field) + ")";
    }

    /** Makes what is declared and missing, and drops indexes that are declared no more. */
    static void makeIndexes(Connected connected, Table table) {
        Set<String> indexes = indexes(connected, table);
        for (Table.Walk walk : table.indexes()) {
            if (!indexes.remove(walk.name())) {
                connected.run(table.createIndex(walk));
            }
        }
        indexes.forEach(index -> connected.run("DROP INDEX " + index));
        makeText(connected, table);
    }

    private static void makeText(Connected connected, Table table) {
        List<List<String>> stored =
                connected.query("SELECT sql FROM sqlite_schema WHERE name = '" + table.textName() + "'");
        List<String> wanted = table.text.isEmpty() ? List.of() : table.createText();
        if (stored.isEmpty()
                ? wanted.isEmpty()
                : !wanted.isEmpty() && stored.getFirst().getFirst().equals(wanted.getFirst())) {
            return;
        }
        table.dropText().forEach(connected::run);
        wanted.forEach(connected::run);
    }

    /** Drops all indexes but that of keys. */
    static void dropIndexes(Connected connected, Table table) {
        Set<String> indexes = indexes(connected, table);
        indexes.remove(table.keys.name());
        indexes.forEach(index -> connected.run("DROP INDEX " + index));
        table.dropText().forEach(connected::run);
    }

    private static Set<String> indexes(Connected connected, Table table) {
        return names(connected, "PRAGMA index_list(" + table.name + ")");
    }

    private static Set<String> names(Connected connected, String pragma) {
        var names = new HashSet<String>();
        connected.query(pragma).forEach(row -> names.add(row.get(1)));
        return names;
    }
}
