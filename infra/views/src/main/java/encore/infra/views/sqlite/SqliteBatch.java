package encore.infra.views.sqlite;

import encore.infra.views.Checksum;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.Where;
import encore.infra.views.WhereAnalysis;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A batch that keeps its documents in memory as they are and writes each once, at its commit: however many events fold
 * into a document, it is read and serialised once. Beyond a bound what is settled goes into the open transaction.
 */
final class SqliteBatch extends Found implements Documents.Batch {

    /** Documents held before they are written. */
    private static final int HELD = 20_000;

    private final SqliteVersion version;
    private final SqliteSegment segment;
    private final Portion portion;
    private final Map<Table, Map<String, Held>> held = new HashMap<>();
    private final Deque<Undo> undo = new ArrayDeque<>();
    private final Map<Table, Checksum> sums = new HashMap<>();
    private int count;
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

    /** What the batch holds is not in the table yet. */
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
            throw new IllegalArgumentException("A document has a key");
        }
        Held one = of(table, key);
        undo.push(new Undo(table, key, one.document, one.dirty));
        one.document = document;
        one.dirty = true;
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
            throw new IllegalStateException("The batch is over");
        }
        return documents;
    }

    private void look(Table table, String key, Held one) {
        SqliteVersion.Kept kept = version.kept(table, key);
        // Of collections such as that of erased people most are empty, and are asked for each event.
        if (kept == null && !sum(table).isEmpty()) {
            kept = single(connected.rows(
                    table.select, List.of(key), row -> SqliteVersion.Kept.of(table, row.getBytes(1), row.getBytes(2))));
        }
        one.looked = true;
        one.stored = kept == null ? Stored.ABSENT : Stored.PRESENT;
        one.document = kept == null ? null : kept.document();
        one.hash = kept == null ? null : kept.hash();
        one.bytes = kept == null ? 0 : kept.bytes();
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
            throw new IllegalStateException("A fold reads its document and its event, nothing else");
        }
    }

    @Override
    public void mark() {
        undo.clear();
        if (count > HELD) {
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
            // Written already by a find inside the event: what was there before has to be written back.
            one.dirty = last.dirty || one.flushed;
        }
    }

    @Override
    public void deadLetter(Letter letter) {
        begin();
        portion.soon();
        connected.update(
                "INSERT INTO " + State.letters(segment.index) + "(position, stream, kind, attempts) VALUES(?, ?, ?, ?)"
                        + " ON CONFLICT(position) DO UPDATE SET kind = excluded.kind, attempts = excluded.attempts",
                letter.position(),
                letter.stream(),
                letter.kind(),
                letter.attempts());
    }

    @Override
    public void settled(long position) {
        begin();
        portion.soon();
        connected.update("DELETE FROM " + State.letters(segment.index) + " WHERE position = ?", position);
    }

    private void begin() {
        if (!open) {
            portion.begin();
            open = true;
        }
    }

    /** Writes what changed into the transaction. */
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
        for (Map.Entry<Table, Map<String, Held>> documents : held.entrySet()) {
            for (Map.Entry<String, Held> one : documents.getValue().entrySet()) {
                if (one.getValue().dirty) {
                    begin();
                    write(documents.getKey(), one.getKey(), one.getValue());
                    version.forget(documents.getKey(), one.getKey());
                }
            }
        }
    }

    private void write(Table table, String key, Held one) {
        Checksum sum = sum(table);
        Object document = one.document;
        byte[] hash = null;
        if (document == null) {
            removeStored(table, key, one, sum);
        } else {
            byte[] json = table.json.write(document);
            hash = Checksum.hash(key, json);
            one.bytes = json.length;
            // Whether it is new is mostly known, or found out by trying.
            if (one.stored == Stored.PRESENT || connected.update(table.insertion(), key, json, hash) == 0) {
                byte[] before = one.hash == null ? storedHash(table, key) : one.hash;
                if (before != null) {
                    sum.subtract(before);
                }
                connected.update(table.update(different(table, key, json)), key, json, hash);
            }
            sum.add(hash);
        }
        one.hash = hash;
        one.stored = document == null ? Stored.ABSENT : Stored.PRESENT;
        one.dirty = false;
        one.flushed = true;
    }

    /** The fields whose columns have to be written; where there are no indexes yet it is cheaper to write all. */
    private List<String> different(Table table, String key, byte[] json) {
        List<String> written = table.written();
        if (written.isEmpty() || version.filling()) {
            return written;
        }
        return connected
                .rows(table.differences(), List.of(key, json), row -> {
                    var fields = new ArrayList<String>();
                    for (int i = 0; i < written.size(); i++) {
                        if (row.getBoolean(i + 1)) {
                            fields.add(written.get(i));
                        }
                    }
                    return fields;
                })
                .getFirst();
    }

    private void removeStored(Table table, String key, Held one, Checksum sum) {
        byte[] before = one.stored == Stored.UNKNOWN ? storedHash(table, key) : one.hash;
        if (before != null) {
            connected.update(table.delete, key);
            sum.subtract(before);
        }
    }

    private byte @Nullable [] storedHash(Table table, String key) {
        return single(connected.rows(table.select, List.of(key), row -> row.getBytes(2)));
    }

    private Checksum sum(Table table) {
        Checksum sum = sums.get(table);
        if (sum == null) {
            throw new IllegalStateException("The batch is over");
        }
        return sum;
    }

    @Override
    public void commit(long position) {
        if (position < segment.state().position()) {
            throw new IllegalArgumentException(
                    "The documents have come to " + segment.state().position() + ", not back to " + position);
        }
        // Nothing of a batch is undone alone any more, so what was there before need not be known.
        undo.clear();
        flush();
        begin();
        var state = new State(
                position,
                tables.values().stream()
                        .map(table -> sum(table).as(table.collection.name()))
                        .toList());
        state.write(connected, segment.index);
        portion.commit();
        open = false;
        held.forEach((table, documents) -> documents.forEach((key, one) -> {
            // What is written without a look is seldom looked at later, and what is held for long costs collections.
            if (one.document != null && one.hash != null && one.looked) {
                version.keep(table, key, new SqliteVersion.Kept(one.document, one.hash, one.bytes));
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

    /** Says what is known of the row in the file. */
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
        int bytes;
        boolean dirty;
        boolean flushed;
        boolean looked;
    }

    /** Remembers what a document was before an event wrote it. */
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
