package encore.infra.views.sqlite;

import encore.infra.views.Checksum;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.infra.views.criteria.WhereAnalysis;
import encore.infra.views.sqlite.SqliteVersion.CachedDocument;
import encore.infra.views.sqlite.file.PartitionState;
import encore.infra.views.sqlite.file.SqlBuilder;
import encore.infra.views.sqlite.file.SqliteConnection;
import encore.infra.views.sqlite.file.SqliteDocuments;
import encore.infra.views.sqlite.file.Table;
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
final class SqliteBatch extends SqliteDocuments implements Documents.Batch {

    /** Documents that are held in memory before they are written. */
    private static final int MAX_HELD = 20_000;

    private final SqliteVersion version;
    private final SqlitePartition partition;
    private final BulkWriteBuffer bulkWriteBuffer;
    private final Map<Table, Map<String, BatchEntry>> entries = new HashMap<>();
    private final Deque<UndoEntry> undo = new ArrayDeque<>();
    private final Map<Table, Checksum> sums = new HashMap<>();
    private final List<Consumer<SqliteConnection>> letters = new ArrayList<>();
    private int count;
    private boolean changed;
    private boolean transactionOpen;
    private boolean closed;

    SqliteBatch(
            SqliteVersion version,
            SqlitePartition partition,
            SqliteConnection connection,
            BulkWriteBuffer bulkWriteBuffer,
            Map<String, Table> tables) {
        super(connection, tables, 1);
        this.version = version;
        this.partition = partition;
        this.bulkWriteBuffer = bulkWriteBuffer;
        tables.values().forEach(table -> {
            entries.put(table, new LinkedHashMap<>());
            sums.put(table, partition.state().checksum(table.collection.name()));
        });
    }

    @Override
    public long position() {
        return partition.state().position();
    }

    @Override
    public <T> @Nullable T get(Collection<T> collection, String key) {
        Table table = table(collection);
        BatchEntry entry = entry(table, key);
        if (entry.presence == RowPresence.UNKNOWN && !entry.dirty) {
            load(table, key, entry);
        }
        return entry.document == null ? null : collection.type().cast(entry.document);
    }

    /** The batch's own documents are not in the table yet. */
    @Override
    public <T> Map<String, T> getAll(Collection<T> collection, java.util.Collection<String> keys) {
        return getOneByOne(collection, keys);
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
        BatchEntry entry = entry(table, key);
        undo.push(new UndoEntry(table, key, entry.document, entry.dirty));
        entry.document = document;
        entry.dirty = true;
        changed = true;
    }

    private BatchEntry entry(Table table, String key) {
        Map<String, BatchEntry> documents = entries(table);
        BatchEntry entry = documents.get(key);
        if (entry == null) {
            entry = new BatchEntry();
            documents.put(key, entry);
            count++;
        }
        return entry;
    }

    private Map<String, BatchEntry> entries(Table table) {
        Map<String, BatchEntry> documents = entries.get(table);
        if (documents == null) {
            throw new IllegalStateException("The batch is closed");
        }
        return documents;
    }

    private void load(Table table, String key, BatchEntry entry) {
        BulkWriteBuffer.Change change = bulkWriteBuffer.findChange(table, key);
        CachedDocument cached = change == null ? version.cachedDocument(table, key) : change.read(table);
        // Most lookups in collections such as that of erased people find nothing, and each event asks for one.
        if (cached == null && change == null && mayBeInFile(table, key)) {
            cached = firstOrNull(connection.rows(
                    table.select, List.of(key), row -> CachedDocument.of(table, row.getBytes(1), row.getBytes(2))));
        }
        entry.setLoaded(cached);
    }

    @Override
    public void prefetch(Collection<?> collection, Set<String> keys) {
        Table table = table(collection);
        Map<String, BatchEntry> documents = entries(table);
        List<String> unknown = new ArrayList<>();
        for (String key : keys) {
            if (!documents.containsKey(key)
                    && bulkWriteBuffer.findChange(table, key) == null
                    && version.cachedDocument(table, key) == null) {
                unknown.add(key);
            }
        }
        Map<String, CachedDocument> found = new HashMap<>();
        load(
                table,
                table.selectAllWithHashes,
                unknown,
                row -> found.put(row.getString(1), CachedDocument.of(table, row.getBytes(2), row.getBytes(3))));
        unknown.forEach(key -> entry(table, key).setLoaded(found.get(key)));
    }

    private void load(Table table, String sql, List<String> keys, SqliteConnection.RowConsumer consumer) {
        List<String> there = keys.stream()
                .filter(key -> mayBeInFile(table, key))
                .sorted() // Sorted keys find their neighbours on the page that was read last.
                .toList();
        if (!there.isEmpty()) {
            connection.forEach(sql, List.of(SqlBuilder.json(there)), consumer);
        }
    }

    private boolean mayBeInFile(Table table, String key) {
        return !sum(table).isEmpty() && bulkWriteBuffer.mayBeInFile(table, key);
    }

    @Override
    public <T> List<Row<T>> find(
            Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        requireIndexes();
        flush();
        return super.find(collection, where, order, after, limit);
    }

    @Override
    public <T> List<T> findAll(Collection<T> collection, Where.In among, Where where) {
        requireIndexes();
        flush();
        return super.findAll(collection, among, where);
    }

    @Override
    public List<String> keys(Collection<?> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        requireIndexes();
        flush();
        return super.keys(collection, where, order, after, limit);
    }

    @Override
    public long count(Collection<?> collection, Where where, long limit) {
        requireIndexes();
        flush();
        return new WhereAnalysis(where).matchesEverything()
                ? Math.min(limit, sum(table(collection)).toSum("").documents())
                : super.count(collection, where, limit);
    }

    private void requireIndexes() {
        if (version.isFilling()) {
            throw new IllegalStateException(
                    "While a version is filled it has no indexes: a projection may only get documents by key");
        }
    }

    @Override
    public boolean isChanged() {
        return changed || !letters.isEmpty();
    }

    @Override
    public void mark() {
        undo.clear();
        if (count > MAX_HELD && !version.isFilling()) {
            flush();
            entries.values().forEach(Map::clear);
            count = 0;
        }
    }

    @Override
    public void undoToMark() {
        while (!undo.isEmpty()) {
            UndoEntry last = undo.pop();
            BatchEntry entry = entry(last.table, last.key);
            entry.document = last.document;
            // A find inside the event has written it already, so the earlier document has to be written again.
            entry.dirty = last.dirty || entry.flushed;
        }
    }

    @Override
    public void addDeadLetter(Letter letter) {
        letters.add(into -> into.update(
                "INSERT INTO " + PartitionState.deadLetterTable(partition.index)
                        + "(position, stream, kind, attempts) VALUES(?, ?, ?, ?)"
                        + " ON CONFLICT(position) DO UPDATE SET kind = excluded.kind, attempts = excluded.attempts",
                letter.position(),
                letter.stream(),
                letter.kind(),
                letter.attempts()));
    }

    @Override
    public void removeDeadLetter(long position) {
        letters.add(into -> into.update(
                "DELETE FROM " + PartitionState.deadLetterTable(partition.index) + " WHERE position = ?", position));
    }

    /** Writes the changed documents into the transaction. */
    private void flush() {
        for (UndoEntry one : undo) {
            BatchEntry entry = entry(one.table, one.key);
            if (entry.presence == RowPresence.UNKNOWN && !one.dirty) {
                Object document = entry.document;
                load(one.table, one.key, entry);
                one.document = entry.document;
                entry.document = document;
            }
        }
        flushToBuffer();
        transactionOpen = true;
        bulkWriteBuffer.flush();
    }

    /**
     * Serialises all documents before it buffers any of them: a document that cannot be serialised fails here, and does
     * not break other batches.
     */
    private void flushToBuffer() {
        if (changed) {
            version.prepareToWrite();
        }
        entries.forEach((table, documents) -> {
            List<String> unknown = new ArrayList<>();
            documents.forEach((key, entry) -> {
                if (entry.dirty) {
                    entry.json = entry.document == null ? null : table.json.write(entry.document);
                    if (version.isFilling()) {
                        // The object is not needed any more, and large documents should not be in memory twice.
                        entry.document = null;
                    }
                    if (entry.presence == RowPresence.UNKNOWN) {
                        unknown.add(key);
                    }
                }
            });
            findStoredRows(table, documents, unknown);
        });
        entries.forEach((table, documents) -> documents.forEach((key, entry) -> {
            if (entry.dirty) {
                flushToBuffer(table, key, entry);
                version.evictDocument(table, key);
            }
        }));
    }

    /** Finds the stored rows of documents that were written without having been read. */
    private void findStoredRows(Table table, Map<String, BatchEntry> documents, List<String> unknown) {
        unknown.removeIf(key -> {
            BulkWriteBuffer.Change change = bulkWriteBuffer.findChange(table, key);
            BatchEntry entry = Objects.requireNonNull(documents.get(key));
            entry.hash = change == null ? null : change.hash();
            entry.presence = entry.hash == null ? RowPresence.ABSENT : RowPresence.PRESENT;
            return change != null;
        });
        load(table, table.selectHashes, unknown, row -> {
            BatchEntry entry = Objects.requireNonNull(documents.get(row.getString(1)));
            entry.presence = RowPresence.PRESENT;
            entry.hash = row.getBytes(2);
        });
    }

    private void flushToBuffer(Table table, String key, BatchEntry entry) {
        Checksum sum = sum(table);
        boolean stored = entry.presence == RowPresence.PRESENT;
        if (entry.hash != null) {
            sum.subtract(entry.hash);
        }
        byte[] hash = entry.json == null ? null : Checksum.hash(key, entry.json);
        if (hash != null) {
            sum.add(hash);
        }
        bulkWriteBuffer.put(table, key, entry.json, hash, stored);
        entry.hash = hash;
        entry.bytes = entry.json == null ? 0 : entry.json.length;
        entry.presence = hash == null ? RowPresence.ABSENT : RowPresence.PRESENT;
        entry.json = null;
        entry.dirty = false;
        entry.flushed = true;
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
        if (position < partition.state().position()) {
            throw new IllegalArgumentException(
                    "The documents are at position " + partition.state().position() + ", not before " + position);
        }
        // From here on no single event can be undone, so the earlier documents are not needed.
        undo.clear();
        flushToBuffer();
        var partitionState = new PartitionState(
                position,
                tables.values().stream()
                        .map(table -> sum(table).toSum(table.collection.name()))
                        .toList());
        transactionOpen = true;
        bulkWriteBuffer.commit(partitionState, partition.index, letters);
        transactionOpen = false;
        entries.forEach((table, documents) -> documents.forEach((key, entry) -> {
            // Documents that were written without having been read are seldom read later, and long-lived objects cost
            // garbage collections.
            if (entry.document != null && entry.hash != null && entry.wasRead) {
                version.cacheDocument(table, key, new CachedDocument(entry.document, entry.hash, entry.bytes));
            }
        }));
        partition.setState(partitionState);
        close(true);
    }

    @Override
    public void close() {
        close(false);
    }

    private void close(boolean committed) {
        if (!closed) {
            closed = true;
            entries.clear();
            sums.clear();
            version.endBatch(committed, transactionOpen);
        }
    }

    /** Says whether the file is known to have a row for a document. */
    private enum RowPresence {
        UNKNOWN,
        ABSENT,
        PRESENT
    }

    private static final class BatchEntry {
        @Nullable
        Object document;

        RowPresence presence = RowPresence.UNKNOWN;
        byte @Nullable [] hash;
        byte @Nullable [] json;
        int bytes;
        boolean dirty;
        boolean flushed;
        boolean wasRead;

        void setLoaded(@Nullable CachedDocument cached) {
            wasRead = true;
            presence = cached == null ? RowPresence.ABSENT : RowPresence.PRESENT;
            document = cached == null ? null : cached.document();
            hash = cached == null ? null : cached.hash();
            bytes = cached == null ? 0 : cached.bytes();
        }
    }

    /** A document as it was before an event changed it. */
    private static final class UndoEntry {
        final Table table;
        final String key;

        @Nullable
        Object document;

        final boolean dirty;

        UndoEntry(Table table, String key, @Nullable Object document, boolean dirty) {
            this.table = table;
            this.key = key;
            this.document = document;
            this.dirty = dirty;
        }
    }
}
