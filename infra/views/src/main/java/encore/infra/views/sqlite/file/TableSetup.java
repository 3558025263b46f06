package encore.infra.views.sqlite.file;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Creates a collection's table, columns and indexes in a file where they are missing. */
public final class TableSetup {

    /** SQLite stores this number in the file's header and changes it within the current transaction. */
    private static final String FILLING_PRAGMA = "PRAGMA user_version";

    private TableSetup() {}

    /** Returns whether the file is being filled and has only the indexes of keys. */
    public static boolean filling(SqliteConnection connection) {
        return connection.query(FILLING_PRAGMA).getFirst().getFirst().equals("1");
    }

    public static void filling(SqliteConnection connection, boolean now) {
        connection.run(FILLING_PRAGMA + " = " + (now ? 1 : 0));
    }

    /** Stores the note in one row, in a table of its own. */
    public static void writeNote(SqliteConnection connection, String note) {
        connection.run("CREATE TABLE IF NOT EXISTS noted(one INTEGER PRIMARY KEY, how TEXT NOT NULL)");
        connection.update(
                "INSERT INTO noted(one, how) VALUES(1, ?) ON CONFLICT(one) DO UPDATE SET how = excluded.how", note);
    }

    public static Optional<String> readNote(SqliteConnection connection) {
        return connection
                        .query("SELECT 1 FROM sqlite_schema WHERE name = 'noted'")
                        .isEmpty()
                ? Optional.empty()
                : connection.rows("SELECT how FROM noted WHERE one = 1", List.of(), row -> row.getString(1)).stream()
                        .findFirst();
    }

    /**
     * Creates the table, its columns, and the index of its keys.
     *
     * <p>The columns that a table begins with are written with each document. A column that is added later is
     * computed from the JSON whenever it is read, as are all columns of a file that an earlier build began: SQLite
     * takes a computed column for changed whenever the JSON changes, and updates all of its indexes.
     */
    public static void createTable(SqliteConnection connection, Table table) {
        String columns =
                table.fields.stream().map(field -> ", " + Table.column(field)).collect(joining());
        connection.run("CREATE TABLE IF NOT EXISTS " + table.name
                + "(id INTEGER PRIMARY KEY, key TEXT NOT NULL, doc TEXT NOT NULL, hash BLOB NOT NULL" + columns + ")");
        Set<String> existing = new HashSet<>();
        List<String> written = new ArrayList<>();
        connection.query("PRAGMA table_xinfo(" + table.name + ")").forEach(column -> {
            String name = column.get(1);
            existing.add(name);
            if (name.startsWith(Table.COLUMN_PREFIX) && column.get(6).equals("0")) {
                // This includes fields that have no index in this build: a later build may index them again.
                written.add(name.substring(Table.COLUMN_PREFIX.length()));
            }
        });
        table.setWrittenFields(written);
        for (String field : table.fields) {
            if (!existing.contains(Table.COLUMN_PREFIX + field)) {
                connection.run("ALTER TABLE " + table.name + " ADD COLUMN " + generatedColumn(field) + " VIRTUAL");
            }
        }
        if (!indexes(connection, table).contains(table.keyIndex.name())) {
            connection.run(table.createIndex(table.keyIndex));
        }
    }

    private static String generatedColumn(String field) {
        return Table.column(field) + " GENERATED ALWAYS AS (" + Table.extract("doc", field) + ")";
    }

    /** Creates the declared indexes that are missing, and drops those that are not declared any more. */
    public static void createIndexes(SqliteConnection connection, Table table) {
        Set<String> indexes = indexes(connection, table);
        for (Table.TableIndex walk : table.allIndexes()) {
            if (!indexes.remove(walk.name())) {
                connection.run(table.createIndex(walk));
            }
        }
        indexes.forEach(index -> connection.run("DROP INDEX " + index));
        createTextIndex(connection, table);
    }

    private static void createTextIndex(SqliteConnection connection, Table table) {
        List<List<String>> stored =
                connection.query("SELECT sql FROM sqlite_schema WHERE name = '" + table.textName() + "'");
        List<String> wanted = table.textFields.isEmpty() ? List.of() : table.createText();
        if (stored.isEmpty()
                ? wanted.isEmpty()
                : !wanted.isEmpty() && stored.getFirst().getFirst().equals(wanted.getFirst())) {
            return;
        }
        table.dropText().forEach(connection::run);
        wanted.forEach(connection::run);
    }

    /** Drops all indexes except that of the keys. */
    public static void dropIndexes(SqliteConnection connection, Table table) {
        Set<String> indexes = indexes(connection, table);
        indexes.remove(table.keyIndex.name());
        indexes.forEach(index -> connection.run("DROP INDEX " + index));
        table.dropText().forEach(connection::run);
    }

    private static Set<String> indexes(SqliteConnection connection, Table table) {
        return names(connection, "PRAGMA index_list(" + table.name + ")");
    }

    private static Set<String> names(SqliteConnection connection, String pragma) {
        var names = new HashSet<String>();
        connection.query(pragma).forEach(row -> names.add(row.get(1)));
        return names;
    }
}
