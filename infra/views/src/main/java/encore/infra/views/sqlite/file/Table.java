package encore.infra.views.sqlite.file;

import static java.util.stream.Collectors.joining;

import encore.infra.views.Collection;
import encore.infra.views.DocumentJson;
import encore.infra.views.DocumentReaders;
import encore.infra.views.criteria.Index;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A collection's table: a column for the key, the JSON and each indexed field, and the SQL statements over it. */
public final class Table {

    /** The prefix of the names of fields' columns. */
    static final String COLUMN_PREFIX = "c_";

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

    /** The JSON that a statement binds, as UTF-8 bytes. Binding a text would first need a Java String. */
    private static final String BOUND_JSON = "CAST(?2 AS TEXT)";

    private static final Pattern PATH = Pattern.compile("[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)*");

    public final Collection<?> collection;
    public final DocumentJson<?> json;
    final DocumentReaders readers;
    public final String name;
    final Set<String> fields = new LinkedHashSet<>();
    final TableIndex keyIndex;
    final List<TableIndex> orderedIndexes = new ArrayList<>();
    final List<String> textFields = new ArrayList<>();

    @Nullable
    TableIndex geoIndex;

    public final String select;
    final String selectAll;
    public final String selectAllWithHashes;
    public final String selectHashes;
    public final String delete;

    /** The fields whose columns are written. The columns of the others are computed from the JSON. */
    private List<String> writtenFields = List.of();

    private String insert;
    private String differences;

    public Table(Collection<?> collection) {
        this.collection = collection;
        this.json = DocumentJson.of(collection);
        this.readers = new DocumentReaders(collection, json);
        if (!NAME.matcher(collection.name()).matches()) {
            throw new IllegalArgumentException("Invalid collection name: " + collection.name());
        }
        this.name = "d_" + collection.name();
        this.keyIndex = new TableIndex("k_" + collection.name(), List.of());
        orderedIndexes.add(keyIndex);
        collection.indexes().forEach(this::addIndex);
        select = "SELECT doc, hash FROM " + name + " WHERE key = ?";
        // The cross join makes SQLite take the keys first, in their order, and look up each one. With IN it would sort
        // the list again.
        String among = " FROM json_each(?) CROSS JOIN " + name + " d ON d.key = json_each.value";
        selectAll = "SELECT d.key, d.doc" + among;
        selectAllWithHashes = "SELECT d.key, d.doc, d.hash" + among;
        selectHashes = "SELECT d.key, d.hash" + among;
        insert = insert();
        differences = differences();
        delete = "DELETE FROM " + name + " WHERE key = ?";
    }

    /** Sets the written columns, which depend on the file. */
    void setWrittenFields(List<String> fields) {
        writtenFields = List.copyOf(fields);
        insert = insert();
        differences = differences();
    }

    public List<String> writtenFields() {
        return writtenFields;
    }

    private String insert() {
        return "INSERT INTO " + name + "(key, doc, hash"
                + writtenFields.stream().map(field -> ", " + column(field)).collect(joining())
                + ") VALUES(?1, " + BOUND_JSON + ", ?3"
                + writtenFields.stream()
                        .map(field -> ", " + extract(BOUND_JSON, field))
                        .collect(joining())
                + ")";
    }

    /** Returns the insert statement. It binds key, JSON and hash. */
    public String insertion() {
        return insert;
    }

    /**
     * Returns the update statement. It binds key, JSON and hash. Only the given fields' columns are changed, so indexes
     * over other fields are not touched.
     */
    public String update(List<String> fields) {
        return "UPDATE " + name + " SET doc = " + BOUND_JSON + ", hash = ?3"
                + fields.stream()
                        .map(field -> ", " + column(field) + " = " + extract(BOUND_JSON, field))
                        .collect(joining())
                + " WHERE key = ?1";
    }

    /**
     * Returns the statement that answers for each written column whether a document's new JSON changes it. It binds key
     * and JSON.
     */
    public String comparison() {
        return differences;
    }

    private String differences() {
        return "SELECT "
                + writtenFields.stream()
                        .map(field -> column(field) + " IS NOT " + extract(BOUND_JSON, field))
                        .collect(joining(", "))
                + " FROM " + name + " WHERE key = ?1";
    }

    private void addIndex(Index index) {
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
                orderedIndexes.add(new TableIndex("i_" + suffix, index.fields()));
            }
            case GEO -> {
                fields.addAll(index.fields());
                geoIndex = new TableIndex("g_" + suffix, index.fields());
            }
            case TEXT -> textFields.addAll(index.fields());
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
        return "\"" + COLUMN_PREFIX + field + "\"";
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
    TableIndex findIndex(Set<String> equal, List<String> order) {
        TableIndex best = null;
        for (TableIndex index : orderedIndexes) {
            int prefix = index.fields.size() - order.size();
            if (prefix >= 0
                    && index.fields.subList(prefix, index.fields.size()).equals(order)
                    && equal.containsAll(index.fields.subList(0, prefix))
                    && (best == null || best.fields.size() < index.fields.size())) {
                best = index;
            }
        }
        return best;
    }

    /** Returns the statement that creates an index. */
    String createIndex(TableIndex index) {
        String columns = index.fields.stream().map(Table::column).collect(joining(", "));
        return index.fields.isEmpty()
                ? "CREATE UNIQUE INDEX " + index.name + " ON " + name + "(key)"
                : "CREATE INDEX " + index.name + " ON " + name + "(" + columns + ", key)";
    }

    List<TableIndex> allIndexes() {
        var all = new ArrayList<>(orderedIndexes);
        if (geoIndex != null) {
            all.add(geoIndex);
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
        String columns = textFields.stream().map(Table::column).collect(joining(", "));
        String fromNew = textFields.stream().map(f -> extract("new.doc", f)).collect(joining(", "));
        String fromDoc = textFields.stream().map(f -> extract("doc", f)).collect(joining(", "));
        String set = textFields.stream()
                .map(f -> column(f) + " = " + extract("new.doc", f))
                .collect(joining(", "));
        String changed = textFields.stream()
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
    record TableIndex(String name, List<String> fields) {}
}
