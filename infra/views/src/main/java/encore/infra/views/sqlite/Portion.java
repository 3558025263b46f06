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
 * The transactions of a file's writer. Each batch is one. While the file is filled many batches share one: it is begun
 * when they are all there, so that a document that each of them changed is written once, and a page in the order of its
 * keys. A thread of its own writes it, where the process has room for one, while the next is gathered. A crash loses these
 * two and no more.
 */
final class Portion {

    /** Pages of write-ahead log between checkpoints: each copies a page once, however often it was written. */
    private static final int APART = 2_000;

    private static final int FAR_APART = 32_000;

    /** Documents of random keys touch most pages of a file within a second: each is written once a portion, twice. */
    private static final long LONGEST = Duration.ofSeconds(5).toNanos();

    /** Of an entry, a key and a hash. */
    private static final int BESIDE = 200;

    /**
     * A document as the last batch left it, or that it is gone.
     *
     * @param stored whether the file has one under its key
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

    /** What is to be written. */
    private static final class Gathered {
        final Map<Table, Map<String, Change>> changes = new HashMap<>();
        final List<Consumer<Connected>> beside = new ArrayList<>();

        @Nullable
        Change of(Table table, String key) {
            Map<String, Change> documents = changes.get(table);
            return documents == null ? null : documents.get(key);
        }
    }

    /** What another thread writes. */
    private record Written(Gathered gathered, CompletableFuture<Void> done) {}

    /**
     * @param alone up to this position each batch is a transaction of its own: a portion was lost there, and what cannot
     *     be written is to be one batch's
     */
    Portion(Connected connected, boolean filling, WriterCaches caches, long alone, Iterable<Table> tables) {
        this.connected = connected;
        this.filling = filling;
        this.caches = caches;
        this.alone = alone;
        this.there = filling ? new KeysThere(connected, tables) : null;
        connected.run("PRAGMA wal_autocheckpoint = " + (filling ? FAR_APART : APART));
    }

    /** Null when the batches before did not write it: it is as the file has it. */
    @Nullable
    Change of(Table table, String key) {
        Change change = gathered.of(table, key);
        return change != null || written == null ? change : written.gathered.of(table, key);
    }

    /** Whether the file may have a document that is not in the portion. */
    boolean maybeThere(Table table, String key) {
        return there == null || there.maybe(table, key);
    }

    /**
     * A document of the batch at hand, which will be committed.
     *
     * @param json null when it is removed
     * @param stored whether there is one, in the file or of a batch before
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

    /** Writes what the batch at hand has so far into its transaction. */
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
        // Neighbours are found on the page that is at hand.
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

    /** The fields whose columns have to be written; where there are no indexes yet it is cheaper to write all. */
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
     * Ends a batch.
     *
     * @param letters that others look for: they end the portion
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

    /** Whether another thread has the connection. */
    boolean isWrittenAside() {
        return written != null && !written.done.isDone();
    }

    /** Waits for the other thread: from then on the connection is the caller's. */
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

    /** The same, however it ended: what is in the file counts. */
    void leave() {
        try {
            await();
        } catch (RuntimeException e) {
            LOG.debug("The portion up to {} is lost", reached, e);
        }
    }

    /** The last position that a batch was to come to. */
    long reached() {
        return reached;
    }

    /** Undoes a batch; throws when more than that is lost. */
    void rollBack() {
        if (open) {
            connected.run("ROLLBACK");
            open = false;
        }
        if (batches > 0 || lost) {
            throw new IllegalStateException("The batches before are lost as well");
        }
        clear();
    }

    /** Between batches: what they wrote is in the file, for whoever reads it. */
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
