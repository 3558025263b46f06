package encore.infra.views.sqlite;

import encore.infra.views.Checksum;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.Where;
import encore.infra.views.WhereAnalysis;
import encore.infra.views.sqlite.SqliteVersion.Kept;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A batch that keeps its documents in memory as objects and serialises each document once, at its commit, however many
 * events change it. Above a limit, complete documents go into the open transaction, unless many batches share one
 * transaction.
 */
final class SqliteBatch extends Found implements Documents.Batch {

    /** Documents that are held in memory before they are written. */
    private static final int HELD = 20_000;

    private final SqliteVersion version;
    private final SqliteSegment segment;
    private final Portion portion;
    private final Map<Table, Map<String, Held>> held = new HashMap<>();
    private final Deque<Undo> undo = new ArrayDeque<>();
    private final Map<Table, Checksum> sums = new HashMap<>();
    private final List<Consumer<Connected>> letters = new ArrayList<>();
    private int count;
    private boolean changed;
    private boolean open;
    private boolean done;

    SqliteBatch(
            SqliteVersion version,
            SqliteSegment segment,
            Connected connected,
            Portion portion,
            Map<String, Table> tables) {
        super(connected, tables, 1);
        this.version = version;
        this.segment = segment;
        this.portion = portion;
        tables.values().forEach(table -> {
            held.put(table, new LinkedHashMap<>());
            sums.put(table, segment.state().checksum(table.collection.name()));
        });
    }

    @Override
    public long position() {
        return segment.state().position();
    }

    @Override
    public <T> @Nullable T get(Collection<T> collection, String key) {
        Table table = table(collection);
        Held one = of(table, key);
        if (one.stored == Stored.UNKNOWN && !one.dirty) {
            look(table, key, one);
        }
        return one.document == null ? null : collection.type().cast(one.document);
    }

    /** The batch's own documents are not in the table yet. */
    @Override
    public <T> Map<String, T> getAll(Collection<T> collection, java.util.Collection<String> keys) {
        return getEach(collection, keys);
    }

    @Override
    public <T> void put(Collection<T> collection, String key, T document) {
        change(table(collection), key, document);
    }

    @Override
    public void remove(Collection<?> collection, String key) {
        change(table(collection), key, null);
    }

    private void change(Table table, String key, @Nullable Object document) {
        if (key.isEmpty()) {
            throw new IllegalArgumentException("A document's key must not be empty");
        }
        Held one = of(table, key);
        undo.push(new Undo(table, key, one.document, one.dirty));
        one.document = document;
        one.dirty = true;
        changed = true;
    }

    private Held of(Table table, String key) {
        Map<String, Held> documents = held(table);
        Held one = documents.get(key);
        if (one == null) {
            one = new Held();
            documents.put(key, one);
            count++;
        }
        return one;
    }

    private Map<String, Held> held(Table table) {
        Map<String, Held> documents = held.get(table);
        if (documents == null) {
            throw new IllegalStateException("The batch is closed");
        }
        return documents;
    }

    private void look(Table table, String key, Held one) {
        Portion.Change change = portion.of(table, key);
        Kept kept = change == null ? version.kept(table, key) : change.read(table);
        // Most lookups in collections such as that of erased people find nothing, and each event asks for one.
        if (kept == null && change == null && mayBeInFile(table, key)) {
            kept = single(connected.rows(
                    table.select, List.of(key), row -> Kept.of(table, row.getBytes(1), row.getBytes(2))));
        }
        one.found(kept);
    }

    @Override
    public void expect(Collection<?> collection, Set<String> keys) {
        Table table = table(collection);
        Map<String, Held> documents = held(table);
        List<String> unknown = new ArrayList<>();
        for (String key : keys) {
            if (!documents.containsKey(key) && portion.of(table, key) == null && version.kept(table, key) == null) {
                unknown.add(key);
            }
        }
        Map<String, Kept> found = new HashMap<>();
        look(
                table,
                table.lookAll,
                unknown,
                row -> found.put(row.getString(1), Kept.of(table, row.getBytes(2), row.getBytes(3))));
        unknown.forEach(key -> of(table, key).found(found.get(key)));
    }

    private void look(Table table, String sql, List<String> keys, Connected.Showing row) {
        List<String> there = keys.stream()
                .filter(key -> mayBeInFile(table, key))
                .sorted() // Sorted keys find their neighbours on the page that was read last.
                .toList();
        if (!there.isEmpty()) {
            connected.each(sql, List.of(Conditions.json(there)), row);
        }
    }

    private boolean mayBeInFile(Table table, String key) {
        return !sum(table).isEmpty() && portion.maybeThere(table, key);
    }

    @Override
    public <T> List<Row<T>> find(
            Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        onlyWithIndexes();
        flush();
        return super.find(collection, where, order, after, limit);
    }

    @Override
    public <T> List<T> findAll(Collection<T> collection, Where.In among, Where where) {
        onlyWithIndexes();
        flush();
        return super.findAll(collection, among, where);
    }

    @Override
    public List<String> keys(Collection<?> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        onlyWithIndexes();
        flush();
        return super.keys(collection, where, order, after, limit);
    }

    @Override
    public long count(Collection<?> collection, Where where, long limit) {
        onlyWithIndexes();
        flush();
        return new WhereAnalysis(where).wantsEverything()
                ? Math.min(limit, sum(table(collection)).as("").documents())
                : super.count(collection, where, limit);
    }

    private void onlyWithIndexes() {
        if (version.filling()) {
            throw new IllegalStateException(
                    "While a version is filled it has no indexes: a projection may only get documents by key");
        }
    }

    @Override
    public void mark() {
        undo.clear();
        if (count > HELD && !version.filling()) {
            flush();
            held.values().forEach(Map::clear);
            count = 0;
        }
    }

    @Override
    public void undoToMark() {
        while (!undo.isEmpty()) {
            Undo last = undo.pop();
            Held one = of(last.table, last.key);
            one.document = last.document;
            // A find inside the event has written it already, so the earlier document has to be written again.
            one.dirty = last.dirty || one.flushed;
        }
    }

    @Override
    public void deadLetter(Letter letter) {
        letters.add(into -> into.update(
                "INSERT INTO " + State.letters(segment.index) + "(position, stream, kind, attempts) VALUES(?, ?, ?, ?)"
                        + " ON CONFLICT(position) DO UPDATE SET kind = excluded.kind, attempts = excluded.attempts",
                letter.position(),
                letter.stream(),
                letter.kind(),
                letter.attempts()));
    }

    @Override
    public void settled(long position) {
        letters.add(
                into -> into.update("DELETE FROM " + State.letters(segment.index) + " WHERE position = ?", position));
    }

    /** Writes the changed documents into the transaction. */
    private void flush() {
        for (Undo one : undo) {
            Held now = of(one.table, one.key);
            if (now.stored == Stored.UNKNOWN && !one.dirty) {
                Object document = now.document;
                look(one.table, one.key, now);
                one.document = now.document;
                now.document = document;
            }
        }
        handOver();
        open = true;
        portion.flush();
    }

    /**
     * Serialises all documents before it buffers any of them: a document that cannot be serialised fails here, and does
     * not break other batches.
     */
    private void handOver() {
        if (changed) {
            version.writes();
        }
        held.forEach((table, documents) -> {
            List<String> unknown = new ArrayList<>();
            documents.forEach((key, one) -> {
                if (one.dirty) {
                    one.json = one.document == null ? null : table.json.write(one.document);
                    if (version.filling()) {
                        // The object is not needed any more, and large documents should not be in memory twice.
                        one.document = null;
                    }
                    if (one.stored == Stored.UNKNOWN) {
                        unknown.add(key);
                    }
                }
            });
            settle(table, documents, unknown);
        });
        held.forEach((table, documents) -> documents.forEach((key, one) -> {
            if (one.dirty) {
                handOver(table, key, one);
                version.forget(table, key);
            }
        }));
    }

    /** Finds the stored rows of documents that were written without having been read. */
    private void settle(Table table, Map<String, Held> documents, List<String> unknown) {
        unknown.removeIf(key -> {
            Portion.Change change = portion.of(table, key);
            Held one = Objects.requireNonNull(documents.get(key));
            one.hash = change == null ? null : change.hash();
            one.stored = one.hash == null ? Stored.ABSENT : Stored.PRESENT;
            return change != null;
        });
        look(table, table.hashes, unknown, row -> {
            Held one = Objects.requireNonNull(documents.get(row.getString(1)));
            one.stored = Stored.PRESENT;
            one.hash = row.getBytes(2);
        });
    }

    private void handOver(Table table, String key, Held one) {
        Checksum sum = sum(table);
        boolean stored = one.stored == Stored.PRESENT;
        if (one.hash != null) {
            sum.subtract(one.hash);
        }
        byte[] hash = one.json == null ? null : Checksum.hash(key, one.json);
        if (hash != null) {
            sum.add(hash);
        }
        portion.put(table, key, one.json, hash, stored);
        one.hash = hash;
        one.bytes = one.json == null ? 0 : one.json.length;
        one.stored = hash == null ? Stored.ABSENT : Stored.PRESENT;
        one.json = null;
        one.dirty = false;
        one.flushed = true;
    }

    private Checksum sum(Table table) {
        Checksum sum = sums.get(table);
        if (sum == null) {
            throw new IllegalStateException("The batch is closed");
        }
        return sum;
    }

    @Override
    public void commit(long position) {
        if (position < segment.state().position()) {
            throw new IllegalArgumentException(
                    "The documents are at position " + segment.state().position() + ", not before " + position);
        }
        // From here on no single event can be undone, so the earlier documents are not needed.
        undo.clear();
        handOver();
        var state = new State(
                position,
                tables.values().stream()
                        .map(table -> sum(table).as(table.collection.name()))
                        .toList());
        open = true;
        portion.commit(state, segment.index, letters);
        open = false;
        held.forEach((table, documents) -> documents.forEach((key, one) -> {
            // Documents that were written without having been read are seldom read later, and long-lived objects cost
            // garbage collections.
            if (one.document != null && one.hash != null && one.looked) {
                version.keep(table, key, new Kept(one.document, one.hash, one.bytes));
            }
        }));
        segment.committed(state);
        close(true);
    }

    @Override
    public void close() {
        close(false);
    }

    private void close(boolean committed) {
        if (!done) {
            done = true;
            held.clear();
            sums.clear();
            version.ended(committed, open);
        }
    }

    /** Says whether the file is known to have a row for a document. */
    private enum Stored {
        UNKNOWN,
        ABSENT,
        PRESENT
    }

    private static final class Held {
        @Nullable
        Object document;

        Stored stored = Stored.UNKNOWN;
        byte @Nullable [] hash;
        byte @Nullable [] json;
        int bytes;
        boolean dirty;
        boolean flushed;
        boolean looked;

        void found(@Nullable Kept kept) {
            looked = true;
            stored = kept == null ? Stored.ABSENT : Stored.PRESENT;
            document = kept == null ? null : kept.document();
            hash = kept == null ? null : kept.hash();
            bytes = kept == null ? 0 : kept.bytes();
        }
    }

    /** A document as it was before an event changed it. */
    private static final class Undo {
        final Table table;
        final String key;

        @Nullable
        Object document;

        final boolean dirty;

        Undo(Table table, String key, @Nullable Object document, boolean dirty) {
            this.table = table;
            this.key = key;
            this.document = document;
            this.dirty = dirty;
        }
    }
}
