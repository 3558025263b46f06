package encore.infra.views.sqlite;

import encore.infra.views.sqlite.SqliteVersion.CachedDocument;
import encore.infra.views.sqlite.file.PartitionState;
import encore.infra.views.sqlite.file.SqliteConnection;
import encore.infra.views.sqlite.file.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transactions of a file's writer. Normally each batch is one transaction. While the file is filled, many batches
 * share one transaction: it begins when all of them are buffered, so a document that each of them changed is written
 * once, and pages are written in the order of their keys. A background thread writes it while the next batches are
 * buffered, as far as the process has such threads left. A crash loses at most these two transactions.
 */
final class BulkWriteBuffer {

    /**
     * Pages of the write-ahead log between checkpoints. Each checkpoint copies a page once, however often it was
     * written.
     */
    private static final int CHECKPOINT_PAGES = 2_000;

    private static final int FILLING_CHECKPOINT_PAGES = 32_000;

    /**
     * Documents with random keys touch most pages of a file within a second, and each page is written twice for each
     * transaction.
     */
    private static final long MAX_AGE_NANOS = Duration.ofSeconds(5).toNanos();

    /** Bytes of an entry, a key and a hash. */
    private static final int ENTRY_OVERHEAD = 200;

    /**
     * A document as the last batch left it, or its removal.
     *
     * @param stored whether the file has a row under the key
     */
    record Change(byte @Nullable [] json, byte @Nullable [] hash, boolean stored) {

        int bytes() {
            return ENTRY_OVERHEAD + (json == null ? 0 : json.length);
        }

        @Nullable
        CachedDocument read(Table table) {
            return json == null || hash == null ? null : CachedDocument.of(table, json, hash);
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(BulkWriteBuffer.class);

    private final SqliteConnection connection;
    private final boolean filling;
    private final WriterMemory caches;
    private final long singleBatchesUntil;
    private final @Nullable KeyFilter keyFilter;
    private BufferedChanges changes = new BufferedChanges();
    private @Nullable BackgroundWrite backgroundWrite;
    private boolean lost;
    private long bytes;
    private int batches;
    private long since;
    private long lastPosition;
    private boolean transactionOpen;

    /** The changes that are buffered for the next transaction. */
    private static final class BufferedChanges {
        final Map<Table, Map<String, Change>> byTable = new HashMap<>();
        final List<Consumer<SqliteConnection>> otherWrites = new ArrayList<>();

        @Nullable
        Change find(Table table, String key) {
            Map<String, Change> documents = byTable.get(table);
            return documents == null ? null : documents.get(key);
        }
    }

    /** A transaction that a background thread writes. */
    private record BackgroundWrite(BufferedChanges changes, CompletableFuture<Void> done) {}

    /**
     * Prepares the transactions of a connection.
     *
     * @param singleBatchesUntil up to this position each batch is a transaction of its own: a shared transaction failed there, and
     *     the failure has to be traced to one batch
     */
    BulkWriteBuffer(
            SqliteConnection connection,
            boolean filling,
            WriterMemory caches,
            long singleBatchesUntil,
            Iterable<Table> tables) {
        this.connection = connection;
        this.filling = filling;
        this.caches = caches;
        this.singleBatchesUntil = singleBatchesUntil;
        this.keyFilter = filling ? new KeyFilter(connection, tables) : null;
        connection.run("PRAGMA wal_autocheckpoint = " + (filling ? FILLING_CHECKPOINT_PAGES : CHECKPOINT_PAGES));
    }

    /** Returns the buffered change of a document, or null when the file's own row is current. */
    @Nullable
    Change findChange(Table table, String key) {
        Change change = changes.find(table, key);
        return change != null || backgroundWrite == null ? change : backgroundWrite.changes.find(table, key);
    }

    /** Returns whether the file may have a document that is not buffered. */
    boolean mayBeInFile(Table table, String key) {
        return keyFilter == null || keyFilter.mightContain(table, key);
    }

    /**
     * Buffers a document of the current batch, which is about to be committed.
     *
     * @param json null when the document is removed
     * @param stored whether the document exists in the file or in a batch before
     */
    void put(Table table, String key, byte @Nullable [] json, byte @Nullable [] hash, boolean stored) {
        Map<String, Change> documents = changes.byTable.computeIfAbsent(table, it -> new HashMap<>());
        Change before = documents.get(key);
        Change change = new Change(json, hash, before == null ? stored : before.stored());
        documents.put(key, change);
        if (keyFilter != null && json != null) {
            keyFilter.add(table, key);
        }
        bytes += change.bytes() - (before == null ? 0 : before.bytes());
    }

    /** Writes the changes that the current batch has made so far into its transaction. */
    void flush() {
        if (!transactionOpen) {
            connection.run("BEGIN IMMEDIATE");
            transactionOpen = true;
        }
        changes.byTable.forEach(this::write);
        changes.byTable.clear();
        bytes = 0;
    }

    private void write(Table table, Map<String, Change> documents) {
        // Sorted keys find their neighbours on the page that was read last.
        for (Map.Entry<String, Change> one : new TreeMap<>(documents).entrySet()) {
            Change change = one.getValue();
            if (change.json() == null) {
                if (change.stored()) {
                    connection.update(table.delete, one.getKey());
                }
            } else if (change.stored()) {
                List<String> fields = changedFields(table, one.getKey(), change.json());
                connection.update(table.update(fields), one.getKey(), change.json(), change.hash());
            } else {
                connection.update(table.insertion(), one.getKey(), change.json(), change.hash());
            }
        }
    }

    /**
     * Returns the fields whose columns have to be written. While there are no indexes yet, writing all of them is
     * cheaper.
     */
    private List<String> changedFields(Table table, String key, byte[] json) {
        List<String> writtenFields = table.writtenFields();
        if (writtenFields.isEmpty() || filling) {
            return writtenFields;
        }
        return connection
                .rows(table.comparison(), List.of(key, json), row -> {
                    var fields = new ArrayList<String>();
                    for (int i = 0; i < writtenFields.size(); i++) {
                        if (row.getBoolean(i + 1)) {
                            fields.add(writtenFields.get(i));
                        }
                    }
                    return fields;
                })
                .getFirst();
    }

    /**
     * Commits a batch.
     *
     * @param letters dead letters; other readers look for them, so they end the shared transaction
     */
    void commit(PartitionState partitionState, int partition, List<Consumer<SqliteConnection>> letters) {
        if (backgroundWrite != null && backgroundWrite.done.isDone()) {
            await();
        }
        if (batches == 0) {
            since = System.nanoTime();
        }
        lastPosition = partitionState.position();
        changes.otherWrites.addAll(letters);
        changes.otherWrites.add(into -> partitionState.write(into, partition));
        if (!filling || !letters.isEmpty() || lastPosition <= singleBatchesUntil) {
            write();
        } else if (bytes > caches.bufferLimit() || System.nanoTime() - since > MAX_AGE_NANOS) {
            writeInBackground();
        } else {
            batches++;
        }
    }

    private void writeInBackground() {
        await();
        if (!caches.tryStartBackgroundWrite()) {
            write();
            return;
        }
        BufferedChanges buffered = changes;
        CompletableFuture<Void> done =
                CompletableFuture.runAsync(() -> writeInBackground(buffered), BulkWriteBuffer::startThread);
        backgroundWrite = new BackgroundWrite(buffered, done);
        changes = new BufferedChanges();
        clear();
    }

    private static void startThread(Runnable work) {
        Thread.ofPlatform().daemon().name("views-portion").start(work);
    }

    private void writeInBackground(BufferedChanges buffered) {
        try {
            connection.run("BEGIN IMMEDIATE");
            buffered.byTable.forEach(this::write);
            commitChanges(buffered);
        } finally {
            caches.endBackgroundWrite();
        }
    }

    private void commitChanges(BufferedChanges buffered) {
        buffered.otherWrites.forEach(one -> one.accept(connection));
        connection.run("COMMIT");
    }

    /** Returns whether a background thread is using the connection. */
    boolean isWritingInBackground() {
        return backgroundWrite != null && !backgroundWrite.done.isDone();
    }

    /** Waits for the background thread. After that the caller may use the connection. */
    void await() {
        if (backgroundWrite == null) {
            return;
        }
        CompletableFuture<Void> done = backgroundWrite.done;
        backgroundWrite = null;
        try {
            done.join();
        } catch (CompletionException e) {
            lost = true;
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Waits for the background thread and ignores its failure: only the file's contents count. */
    void awaitQuietly() {
        try {
            await();
        } catch (RuntimeException e) {
            LOG.debug("The buffered batches up to position {} are lost", lastPosition, e);
        }
    }

    /** Returns the last position that a batch was to reach. */
    long lastPosition() {
        return lastPosition;
    }

    /** Undoes a batch. Throws when more than this batch is lost. */
    void rollBack() {
        if (transactionOpen) {
            connection.run("ROLLBACK");
            transactionOpen = false;
        }
        if (batches > 0 || lost) {
            throw new IllegalStateException("The buffered batches before this one are lost as well");
        }
        clear();
    }

    /** Writes all buffered batches into the file, for readers. Called between batches. */
    void write() {
        await();
        if (transactionOpen || !changes.otherWrites.isEmpty()) {
            flush();
            commitChanges(changes);
            transactionOpen = false;
            clear();
        }
    }

    private void clear() {
        changes.byTable.clear();
        changes.otherWrites.clear();
        bytes = 0;
        batches = 0;
    }
}
