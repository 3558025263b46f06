package encore.infra.views.sqlite;

import static java.util.stream.Collectors.joining;

import encore.infra.views.Collection;
import encore.infra.views.DocumentJson;
import encore.infra.views.Index;
import encore.infra.views.Parts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A collection's table: a column for the key, the JSON and each indexed field, and the SQL statements over it. */
final class Table {

    /** The prefix of the names of fields' columns. */
    static final String PREFIX = "c_";

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

    /** The JSON that a statement binds, as UTF-8 bytes. Binding a text would first need a Java String. */
    private static final String GIVEN = "CAST(?2 AS TEXT)";

    private static final Pattern PATH = Pattern.compile("[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)*");

    final Collection<?> collection;
    final DocumentJson<?> json;
    final Parts parts;
    final String name;
    final Set<String> fields = new LinkedHashSet<>();
    final Walk keys;
    final List<Walk> walks = new ArrayList<>();
    final List<String> text = new ArrayList<>();

    @Nullable
    Walk geo;

    final String select;
    final String selectAll;
    final String lookAll;
    final String hashes;
    final String delete;

    /** The fields whose columns are written. The columns of the others are computed from the JSON. */
    private List<String> written = List.of();

    private String insert;
    private String differences;

    Table(Collection<?> collection) {
        this.collection = collection;
        this.json = DocumentJson.of(collection);
        this.parts = new Parts(collection, json);
        if (!NAME.matcher(collection.name()).matches()) {
            throw new IllegalArgumentException("Invalid collection name: " + collection.name());
        }
        this.name = "d_" + collection.name();
        this.keys = new Walk("k_" + collection.name(), List.of());
        walks.add(keys);
        collection.indexes().forEach(this::declare);
        select = "SELECT doc, hash FROM " + name + " WHERE key = ?";
        // The cross join makes SQLite take the keys first, in their order, and look up each one. With IN it would sort
        // the list again.
        String among = " FROM json_each(?) CROSS JOIN " + name + " d ON d.key = json_each.value";
        selectAll = "SELECT d.key, d.doc" + among;
        lookAll = "SELECT d.key, d.doc, d.hash" + among;
        hashes = "SELECT d.key, d.hash" + among;
        insert = insert();
        differences = differences();
        delete = "DELETE FROM " + name + " WHERE key = ?";
    }

    /** Sets the written columns, which depend on the file. */
    void write(List<String> fields) {
        written = List.copyOf(fields);
        insert = insert();
        differences = differences();
    }

    List<String> written() {
        return written;
    }

    private String insert() {
        return "INSERT INTO " + name + "(key, doc, hash"
                + written.stream().map(field -> ", " + column(field)).collect(joining())
                + ") VALUES(?1, " + GIVEN + ", ?3"
                + written.stream().map(field -> ", " + extract(GIVEN, field)).collect(joining())
                + ")";
    }

    /** Returns the insert statement. It binds key, JSON and hash. */
    String insertion() {
        return insert;
    }

    /**
     * Returns the update statement. It binds key, JSON and hash. Only the given fields' columns are changed, so indexes
     * over other fields are not touched.
     */
    String update(List<String> fields) {
        return "UPDATE " + name + " SET doc = " + GIVEN + ", hash = ?3"
                + fields.stream()
                        .map(field -> ", " + column(field) + " = " + extract(GIVEN, field))
                        .collect(joining())
                + " WHERE key = ?1";
    }

    /**
     * Returns the statement that tells for each written column whether a document's new JSON changes it. It binds key
     * and JSON.
     */
    String comparison() {
        return differences;
    }

    private String differences() {
        return "SELECT "
                + written.stream()
                        .map(field -> column(field) + " IS NOT " + extract(GIVEN, field))
                        .collect(joining(", "))
                + " FROM " + name + " WHERE key = ?1";
    }

    private void declare(Index index) {
        for (String field : index.fields()) {
            if (!PATH.matcher(field).matches()) {
                throw new IllegalArgumentException("Invalid field path: " + field);
            }
        }
        String suffix =
                collection.name() + "__" + String.join("__", index.fields()).replace('.', '_');
        switch (index.kind()) {
            case ORDERED -> {
                fields.addAll(index.fields());
                walks.add(new Walk("i_" + suffix, index.fields()));
            }
            case GEO -> {
                fields.addAll(index.fields());
                geo = new Walk("g_" + suffix, index.fields());
            }
            case TEXT -> text.addAll(index.fields());
        }
    }

    String textName() {
        return "t_" + collection.name();
    }

    /** Returns the SQL expression of a field: its column when it is indexed, else an extraction from the JSON. */
    String expression(String field) {
        return fields.contains(field) ? column(field) : extract("doc", field);
    }

    static String column(String field) {
        return "\"" + PREFIX + field + "\"";
    }

    static String extract(String document, String field) {
        if (!PATH.matcher(field).matches()) {
            throw new IllegalArgumentException("Invalid field path: " + field);
        }
        return "json_extract(" + document + ", '$." + field + "')";
    }

    /**
     * Returns the longest index that begins with fields of {@code equal} and ends with the fields of the order, or
     * null.
     */
    @Nullable
    Walk walk(Set<String> equal, List<String> order) {
        Walk best = null;
        for (Walk walk : walks) {
            int prefix = walk.fields.size() - order.size();
            if (prefix >= 0
                    && walk.fields.subList(prefix, walk.fields.size()).equals(order)
                    && equal.containsAll(walk.fields.subList(0, prefix))
                    && (best == null || best.fields.size() < walk.fields.size())) {
                best = walk;
            }
        }
        return best;
    }

    /** Returns the statement that creates an index. */
    String createIndex(Walk walk) {
        String columns = walk.fields.stream().map(Table::column).collect(joining(", "));
        return walk.fields.isEmpty()
                ? "CREATE UNIQUE INDEX " + walk.name + " ON " + name + "(key)"
                : "CREATE INDEX " + walk.name + " ON " + name + "(" + columns + ", key)";
    }

    List<Walk> indexes() {
        var all = new ArrayList<>(walks);
        if (geo != null) {
            all.add(geo);
        }
        return Collections.unmodifiableList(all);
    }

    /**
     * Returns the statements that create the full-text table, which triggers keep current.
     *
     * <p>Its content is stored and 'secure-delete' is set: a contentless table would keep the terms of removed
     * documents.
     */
    List<String> createText() {
        String columns = text.stream().map(Table::column).collect(joining(", "));
        String fromNew = text.stream().map(f -> extract("new.doc", f)).collect(joining(", "));
        String fromDoc = text.stream().map(f -> extract("doc", f)).collect(joining(", "));
        String set = text.stream()
                .map(f -> column(f) + " = " + extract("new.doc", f))
                .collect(joining(", "));
        String changed = text.stream()
                .map(f -> extract("old.doc", f) + " IS NOT " + extract("new.doc", f))
                .collect(joining(" OR "));
        String to = textName();
        return List.of(
                "CREATE VIRTUAL TABLE " + to + " USING fts5(" + columns + ", tokenize='unicode61 remove_diacritics 2')",
                "INSERT INTO " + to + "(" + to + ", rank) VALUES('secure-delete', 1)",
                "CREATE TRIGGER " + to + "_insert AFTER INSERT ON " + name + " BEGIN INSERT INTO " + to + "(rowid, "
                        + columns + ") VALUES(new.id, " + fromNew + "); END",
                "CREATE TRIGGER " + to + "_update AFTER UPDATE OF doc ON " + name + " WHEN " + changed
                        + " BEGIN UPDATE " + to + " SET " + set + " WHERE rowid = old.id; END",
                "CREATE TRIGGER " + to + "_delete AFTER DELETE ON " + name + " BEGIN DELETE FROM " + to
                        + " WHERE rowid = old.id; END",
                "INSERT INTO " + to + "(rowid, " + columns + ") SELECT id, " + fromDoc + " FROM " + name);
    }

    List<String> dropText() {
        String to = textName();
        return List.of(
                "DROP TRIGGER IF EXISTS " + to + "_insert",
                "DROP TRIGGER IF EXISTS " + to + "_update",
                "DROP TRIGGER IF EXISTS " + to + "_delete",
                "DROP TABLE IF EXISTS " + to);
    }

    /** An ordered index. Its last column is always the key. */
    record Walk(String name, List<String> fields) {}
}
