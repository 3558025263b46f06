package encore.infra.views.sqlite;

import encore.infra.views.sqlite.SqliteVersion.Kept;
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
final class Portion {

    /**
     * Pages of the write-ahead log between checkpoints. Each checkpoint copies a page once, however often it was
     * written.
     */
    private static final int APART = 2_000;

    private static final int FAR_APART = 32_000;

    /**
     * Documents with random keys touch most pages of a file within a second, and each page is written twice for each
     * transaction.
     */
    private static final long LONGEST = Duration.ofSeconds(5).toNanos();

    /** Bytes of an entry, a key and a hash. */
    private static final int BESIDE = 200;

    /**
     * A document as the last batch left it, or its removal.
     *
     * @param stored whether the file has a row under the key
     */
    record Change(byte @Nullable [] json, byte @Nullable [] hash, boolean stored) {

        int bytes() {
            return BESIDE + (json == null ? 0 : json.length);
        }

        @Nullable
        Kept read(Table table) {
            return json == null || hash == null ? null : Kept.of(table, json, hash);
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(Portion.class);

    private final Connected connected;
    private final boolean filling;
    private final WriterCaches caches;
    private final long alone;
    private final @Nullable KeysThere there;
    private Gathered gathered = new Gathered();
    private @Nullable Written written;
    private boolean lost;
    private long bytes;
    private int batches;
    private long since;
    private long reached;
    private boolean open;

    /** The changes that are buffered for the next transaction. */
    private static final class Gathered {
        final Map<Table, Map<String, Change>> changes = new HashMap<>();
        final List<Consumer<Connected>> beside = new ArrayList<>();

        @Nullable
        Change of(Table table, String key) {
            Map<String, Change> documents = changes.get(table);
            return documents == null ? null : documents.get(key);
        }
    }

    /** A transaction that a background thread writes. */
    private record Written(Gathered gathered, CompletableFuture<Void> done) {}

    /**
     * Prepares the transactions of a connection.
     *
     * @param alone up to this position each batch is a transaction of its own: a shared transaction failed there, and
     *     the failure has to be traced to one batch
     */
    Portion(Connected connected, boolean filling, WriterCaches caches, long alone, Iterable<Table> tables) {
        this.connected = connected;
        this.filling = filling;
        this.caches = caches;
        this.alone = alone;
        this.there = filling ? new KeysThere(connected, tables) : null;
        connected.run("PRAGMA wal_autocheckpoint = " + (filling ? FAR_APART : APART));
    }

    /** Returns the buffered change of a document, or null when the file's own row is current. */
    @Nullable
    Change of(Table table, String key) {
        Change change = gathered.of(table, key);
        return change != null || written == null ? change : written.gathered.of(table, key);
    }

    /** Returns whether the file may have a document that is not buffered. */
    boolean maybeThere(Table table, String key) {
        return there == null || there.maybe(table, key);
    }

    /**
     * Buffers a document of the current batch, which is about to be committed.
     *
     * @param json null when the document is removed
     * @param stored whether the document exists in the file or in a batch before
     */
    void put(Table table, String key, byte @Nullable [] json, byte @Nullable [] hash, boolean stored) {
        Map<String, Change> documents = gathered.changes.computeIfAbsent(table, it -> new HashMap<>());
        Change before = documents.get(key);
        Change change = new Change(json, hash, before == null ? stored : before.stored());
        documents.put(key, change);
        if (there != null && json != null) {
            there.add(table, key);
        }
        bytes += change.bytes() - (before == null ? 0 : before.bytes());
    }

    /** Writes the changes that the current batch has made so far into its transaction. */
    void flush() {
        if (!open) {
            connected.run("BEGIN IMMEDIATE");
            open = true;
        }
        gathered.changes.forEach(this::write);
        gathered.changes.clear();
        bytes = 0;
    }

    private void write(Table table, Map<String, Change> documents) {
        // Sorted keys find their neighbours on the page that was read last.
        for (Map.Entry<String, Change> one : new TreeMap<>(documents).entrySet()) {
            Change change = one.getValue();
            if (change.json() == null) {
                if (change.stored()) {
                    connected.update(table.delete, one.getKey());
                }
            } else if (change.stored()) {
                List<String> fields = different(table, one.getKey(), change.json());
                connected.update(table.update(fields), one.getKey(), change.json(), change.hash());
            } else {
                connected.update(table.insertion(), one.getKey(), change.json(), change.hash());
            }
        }
    }

    /**
     * Returns the fields whose columns have to be written. While there are no indexes yet, writing all of them is
     * cheaper.
     */
    private List<String> different(Table table, String key, byte[] json) {
        List<String> written = table.written();
        if (written.isEmpty() || filling) {
            return written;
        }
        return connected
                .rows(table.comparison(), List.of(key, json), row -> {
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

    /**
     * Commits a batch.
     *
     * @param letters dead letters; other readers look for them, so they end the shared transaction
     */
    void commit(State state, int segment, List<Consumer<Connected>> letters) {
        if (written != null && written.done.isDone()) {
            await();
        }
        if (batches == 0) {
            since = System.nanoTime();
        }
        reached = state.position();
        gathered.beside.addAll(letters);
        gathered.beside.add(into -> state.write(into, segment));
        if (!filling || !letters.isEmpty() || reached <= alone) {
            write();
        } else if (bytes > caches.held() || System.nanoTime() - since > LONGEST) {
            writeAside();
        } else {
            batches++;
        }
    }

    private void writeAside() {
        await();
        if (!caches.mayWriteAside()) {
            write();
            return;
        }
        Gathered all = gathered;
        CompletableFuture<Void> done = CompletableFuture.runAsync(() -> writeAside(all), Portion::start);
        written = new Written(all, done);
        gathered = new Gathered();
        clear();
    }

    private static void start(Runnable work) {
        Thread.ofPlatform().daemon().name("views-portion").start(work);
    }

    private void writeAside(Gathered all) {
        try {
            connected.run("BEGIN IMMEDIATE");
            all.changes.forEach(this::write);
            end(all);
        } finally {
            caches.wroteAside();
        }
    }

    private void end(Gathered all) {
        all.beside.forEach(one -> one.accept(connected));
        connected.run("COMMIT");
    }

    /** Returns whether a background thread is using the connection. */
    boolean isWrittenAside() {
        return written != null && !written.done.isDone();
    }

    /** Waits for the background thread. After that the caller may use the connection. */
    void await() {
        if (written == null) {
            return;
        }
        CompletableFuture<Void> done = written.done;
        written = null;
        try {
            done.join();
        } catch (CompletionException e) {
            lost = true;
            throw e.getCause() instanceof RuntimeException why ? why : e;
        }
    }

    /** Waits for the background thread and ignores its failure: only the file's contents count. */
    void leave() {
        try {
            await();
        } catch (RuntimeException e) {
            LOG.debug("The buffered batches up to position {} are lost", reached, e);
        }
    }

    /** Returns the last position that a batch was to reach. */
    long reached() {
        return reached;
    }

    /** Undoes a batch. Throws when more than this batch is lost. */
    void rollBack() {
        if (open) {
            connected.run("ROLLBACK");
            open = false;
        }
        if (batches > 0 || lost) {
            throw new IllegalStateException("The buffered batches before this one are lost as well");
        }
        clear();
    }

    /** Writes all buffered batches into the file, for readers. Called between batches. */
    void write() {
        await();
        if (open || !gathered.beside.isEmpty()) {
            flush();
            end(gathered);
            open = false;
            clear();
        }
    }

    private void clear() {
        gathered.changes.clear();
        gathered.beside.clear();
        bytes = 0;
        batches = 0;
    }
}
