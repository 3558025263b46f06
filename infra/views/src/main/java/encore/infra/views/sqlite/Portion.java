package encore.infra.views.sqlite;

import encore.infra.views.sqlite.SqliteVersion.Kept;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a file's writer. Each batch is one. While the file is filled many batches share one: it is begun
 * when they are all there, so that a document that each of them changed is written once, and a page in the order of its
 * keys. A crash loses the portion at hand and no more.
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

    private final Connected connected;
    private final boolean filling;
    private final LongSupplier largest;
    private final long alone;
    private final Map<Table, Map<String, Change>> changes = new HashMap<>();
    private final List<Consumer<Connected>> beside = new ArrayList<>();
    private long bytes;
    private int batches;
    private long since;
    private long reached;
    private boolean open;

    /**
     * @param largest how many bytes of documents are held at most
     * @param alone up to this position each batch is a transaction of its own: a portion was lost there, and what cannot
     *     be written is to be one batch's
     */
    Portion(Connected connected, boolean filling, LongSupplier largest, long alone) {
        this.connected = connected;
        this.filling = filling;
        this.largest = largest;
        this.alone = alone;
        connected.run("PRAGMA wal_autocheckpoint = " + (filling ? FAR_APART : APART));
    }

    /** Null when the batches before did not write it: it is as the file has it. */
    @Nullable
    Change of(Table table, String key) {
        Map<String, Change> documents = changes.get(table);
        return documents == null ? null : documents.get(key);
    }

    /**
     * A document of the batch at hand, which will be committed.
     *
     * @param json null when it is removed
     * @param stored whether there is one, in the file or of a batch before
     */
    void put(Table table, String key, byte @Nullable [] json, byte @Nullable [] hash, boolean stored) {
        Map<String, Change> documents = changes.computeIfAbsent(table, it -> new HashMap<>());
        Change before = documents.get(key);
        Change change = new Change(json, hash, before == null ? stored : before.stored());
        documents.put(key, change);
        bytes += change.bytes() - (before == null ? 0 : before.bytes());
    }

    /** Writes what the batch at hand has so far into its transaction. */
    void flush() {
        if (!open) {
            connected.run("BEGIN IMMEDIATE");
            open = true;
        }
        changes.forEach(this::write);
        changes.clear();
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
        if (batches == 0) {
            since = System.nanoTime();
        }
        reached = state.position();
        beside.addAll(letters);
        beside.add(into -> state.write(into, segment));
        if (!filling
                || !letters.isEmpty()
                || reached <= alone
                || bytes > largest.getAsLong()
                || System.nanoTime() - since > LONGEST) {
            write();
        } else {
            batches++;
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
        if (batches > 0) {
            throw new IllegalStateException("The batches before are lost as well");
        }
        clear();
    }

    /** Between batches: what they wrote is in the file, for whoever reads it. */
    void write() {
        if (open || !beside.isEmpty()) {
            flush();
            beside.forEach(one -> one.accept(connected));
            connected.run("COMMIT");
            open = false;
            clear();
        }
    }

    private void clear() {
        changes.clear();
        beside.clear();
        bytes = 0;
        batches = 0;
    }
}
