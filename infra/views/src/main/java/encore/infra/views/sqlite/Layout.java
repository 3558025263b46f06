package encore.infra.views.sqlite;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Creates a collection's table, columns and indexes in a file where they are missing. */
final class Layout {

    /** SQLite stores this number in the file's header and changes it within the current transaction. */
    private static final String FILLING = "PRAGMA user_version";

    private Layout() {}

    /** Returns whether the file is being filled and has only the indexes of keys. */
    static boolean filling(Connected connected) {
        return connected.query(FILLING).getFirst().getFirst().equals("1");
    }

    static void filling(Connected connected, boolean now) {
        connected.run(FILLING + " = " + (now ? 1 : 0));
    }

    /** Stores the note in one row, in a table of its own. */
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
     * Creates the table, its columns, and the index of its keys.
     *
     * <p>The columns that a table begins with are written with each document. A column that is added later is
     * computed from the JSON whenever it is read, as are all columns of a file that an earlier build began: SQLite
     * takes a computed column for changed whenever the JSON changes, and updates all of its indexes.
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
                // This includes fields that have no index in this build: a later build may index them again.
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

    /** Creates the declared indexes that are missing, and drops those that are not declared any more. */
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

    /** Drops all indexes except that of the keys. */
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
