package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import encore.infra.eventstore.mongo.MongoProcessStores.HeadsRead;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.mongo.commits.Database;
import encore.infra.eventstore.process.AutomationProgress;
import encore.infra.eventstore.process.EntryReader;
import encore.infra.eventstore.process.LongWork;
import encore.infra.eventstore.process.ObservedHeartbeat;
import encore.infra.eventstore.process.ProcessStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Stores one automation's entries, with a document for each. There are no transactions: a commit is one write to the
 * automation's head document, which names the owner and contains the changes. Then the changes are applied to the
 * entries, and applied again by the next owner. Each entry names the last commit that wrote it, so changes that are
 * applied twice, or by an owner that was paused for too long, have no effect. The owner keeps the entries that it read or
 * wrote last: nobody else changes them. An event asks for some ten entries, and each would cost a round trip.
 */
final class MongoProcessStore implements ProcessStore {

    private static final long OWNER_TIMEOUT = Duration.ofSeconds(3).toNanos();

    /**
     * Tombstones of removed entries are kept for this many commits, so that a late write does not bring an entry back.
     */
    private static final long TOMBSTONE_COMMITS = 4_096;

    private static final long SWEEP_INTERVAL = 256;

    /**
     * The member of the head that repeats the automation's progress, so that one question finds the progress of all
     * automations.
     */
    static final String PROGRESS = "progress";

    /** The member of the head that repeats the entries of long work that reads the log, by their keys. */
    static final String BACKFILLS = "backfills";

    /** An entry takes some 500 bytes of memory. */
    private static final int MAX_KEPT = 10_000;

    private static final FindOneAndUpdateOptions RETURN_AFTER =
            new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER);

    private final MongoCollection<Document> heads;
    private final MongoCollection<Document> entries;
    private final String name;
    private final String process;
    private final Supplier<@Nullable HeadsRead> heartbeats;

    // The lock of this object guards these fields. Lambdas use them while the lock is held, which Error Prone cannot
    // see.
    private long term;
    private long commit;
    private @Nullable ObservedHeartbeat ownerHeartbeat;

    /** The {@link System#nanoTime} after which a read of the heads is news to this store. */
    private volatile long knownUntil = System.nanoTime();

    /** Entries as they are in the current term; empty for one that does not exist. */
    private final Map<String, Optional<String>> kept = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Optional<String>> eldest) {
            return size() > MAX_KEPT;
        }
    };

    /** @param heartbeats returns what the last heartbeat of this process has read; null when it is too old */
    MongoProcessStore(Database database, String name, String process, Supplier<@Nullable HeadsRead> heartbeats) {
        this.heartbeats = heartbeats;
        this.heads = database.collection(MongoProcessStores.HEADS);
        this.entries = database.collection(MongoProcessStores.PREFIX + name);
        this.name = name;
        this.process = process;
    }

    @Override
    public synchronized Lease acquireLease() {
        Lease known = leaseByHeartbeat();
        if (known != null) {
            return known;
        }
        return Database.withRetry(() -> {
            Document kept = term == 0 ? null : heads.findOneAndUpdate(ownedHead(), inc("beat", 1L), RETURN_AFTER);
            if (kept != null) {
                return lease(kept, term);
            }
            changeTerm(0);
            Document head = head();
            long of = CommitDocument.number(head, "term");
            long beat = CommitDocument.number(head, "beat");
            if (!isOwnerless(head, beat)) {
                return lease(head, 0);
            }
            Document taken = heads.findOneAndUpdate(
                    and(eq("_id", name), eq("term", of), eq("beat", beat)),
                    combine(set("owner", process), inc("term", 1L), inc("beat", 1L)),
                    RETURN_AFTER);
            if (taken == null) {
                return lease(head(), 0);
            }
            entries.createIndex(Indexes.ascending("gone", "commit"));
            commit = CommitDocument.number(taken, "commit");
            applyChanges(entries, taken.getList("changes", Document.class, List.of()), commit);
            changeTerm(of + 1);
            return lease(taken, term);
        });
    }

    /**
     * Returns the lease that the last heartbeat of this process has read; null when it says nothing new, or not enough. An
     * owner that was replaced since then commits nothing, as each commit names its term.
     */
    private @Nullable Lease leaseByHeartbeat() {
        HeadsRead read = heartbeats.get();
        Document head = read == null || read.begunAt() - knownUntil <= 0
                ? null
                : read.heads().get(name);
        if (read == null || head == null) {
            return null;
        }
        knownUntil = read.begunAt();
        boolean isHeld =
                term > 0 && head.getString("owner").equals(process) && CommitDocument.number(head, "term") == term;
        boolean isOfAnother = term == 0 && !isOwnerless(head, CommitDocument.number(head, "beat"));
        return isHeld || isOfAnother ? lease(head, term) : null;
    }

    private void changeTerm(long to) {
        term = to;
        kept.clear();
    }

    private boolean isOwnerless(Document head, long beat) {
        String owner = head.getString("owner");
        if (owner.isEmpty() || owner.equals(process)) {
            return true;
        }
        long now = System.nanoTime();
        ownerHeartbeat =
                ownerHeartbeat == null ? ObservedHeartbeat.first(beat, now) : ownerHeartbeat.lookAgain(beat, now);
        return ownerHeartbeat.silence() >= OWNER_TIMEOUT;
    }

    private Document head() {
        Document found = heads.find(eq("_id", name)).first();
        if (found != null) {
            return found;
        }
        Document fresh = new Document("_id", name)
                .append("owner", "")
                .append("term", 0L)
                .append("beat", 0L)
                .append("commit", 0L);
        try {
            heads.insertOne(fresh);
            return fresh;
        } catch (MongoWriteException e) {
            if (!Database.isDuplicate(e)) {
                throw e;
            }
            return head();
        }
    }

    private Bson ownedHead() {
        return and(eq("_id", name), eq("owner", process), eq("term", term));
    }

    static Lease lease(Document head, long term) {
        String owner = head.getString("owner");
        int end = owner.lastIndexOf('/');
        return new Lease(
                term,
                end < 0 ? owner : owner.substring(0, end),
                new HashSet<>(head.getList("notes", String.class, List.of())));
    }

    @Override
    public Lease currentLease() {
        return Database.withRetry(() -> lease(head(), 0));
    }

    @Override
    public synchronized void release() {
        if (term > 0) {
            Database.withRetry(() -> heads.updateOne(ownedHead(), set("owner", "")));
            changeTerm(0);
        }
    }

    @Override
    public @Nullable String get(String key) {
        synchronized (this) {
            if (term > 0) {
                return kept.computeIfAbsent(key, missing -> Optional.ofNullable(read(missing)))
                        .orElse(null);
            }
        }
        return read(key);
    }

    private @Nullable String read(String key) {
        return Database.<@Nullable String>withRetry(() -> {
            Document found = entries.find(eq("_id", key)).first();
            return found == null ? null : found.getString("value");
        });
    }

    @Override
    public List<Entry> list(String prefix, @Nullable String after, int limit) {
        return Database.withRetry(() -> {
            List<Entry> found = new ArrayList<>();
            String from = after;
            // Tombstones are among the results.
            while (found.size() < limit) {
                int asked = limit - found.size();
                int read = 0;
                for (Document each : entries.find(and(
                                from == null || from.compareTo(prefix) < 0 ? gte("_id", prefix) : gt("_id", from),
                                lt("_id", EntryReader.prefixEnd(prefix))))
                        .sort(Sorts.ascending("_id"))
                        .limit(asked)) {
                    read++;
                    from = each.getString("_id");
                    String value = each.getString("value");
                    if (value != null) {
                        found.add(new Entry(from, value));
                    }
                }
                if (read < asked) {
                    break;
                }
            }
            return found;
        });
    }

    @Override
    public synchronized void commit(Map<String, @Nullable String> changes) {
        if (term == 0) {
            throw new NotOwner(name);
        }
        List<Document> written = new ArrayList<>();
        changes.forEach((key, value) -> {
            Document change = new Document("key", key);
            written.add(value == null ? change : change.append("value", value));
        });
        long next = commit + 1;
        List<Bson> headChanges = new ArrayList<>(List.of(set("commit", next), set("changes", written)));
        if (changes.containsKey(AutomationProgress.KEY)) {
            headChanges.add(set(PROGRESS, changes.get(AutomationProgress.KEY)));
        }
        changes.forEach((key, value) -> {
            if (key.startsWith(LongWork.PREFIX)) {
                String member = BACKFILLS + "." + key;
                if (value == null) {
                    headChanges.add(unset(member));
                } else if (LongWork.read(value).isReplay()) {
                    headChanges.add(set(member, value));
                }
            }
        });
        boolean known = false;
        try {
            Database.withRetry(() -> {
                if (heads.updateOne(and(ownedHead(), eq("commit", commit)), combine(headChanges))
                                .getMatchedCount()
                        == 0) {
                    throw new NotOwner(name);
                }
                applyChanges(entries, written, next);
                return true;
            });
            commit = next;
            known = true;
            changes.forEach((key, value) -> kept.put(key, Optional.ofNullable(value)));
        } finally {
            if (!known) {
                // The outcome is not known. The store is taken over again, and then the changes in the head are
                // applied.
                changeTerm(0);
            }
        }
        if (next % SWEEP_INTERVAL == 0) {
            Database.withRetry(() -> entries.deleteMany(and(eq("gone", true), lt("commit", next - TOMBSTONE_COMMITS))));
        }
    }

    static void applyChanges(MongoCollection<Document> entries, List<Document> changes, long number) {
        List<WriteModel<Document>> writes = new ArrayList<>();
        for (Document change : changes) {
            String value = change.getString("value");
            writes.add(new UpdateOneModel<>(
                    and(eq("_id", change.getString("key")), lt("commit", number)),
                    value == null
                            ? combine(set("commit", number), set("gone", true), unset("value"))
                            : combine(set("commit", number), set("value", value), unset("gone")),
                    new UpdateOptions().upsert(true)));
        }
        if (writes.isEmpty()) {
            return;
        }
        try {
            entries.bulkWrite(writes, new BulkWriteOptions().ordered(false));
        } catch (MongoBulkWriteException e) {
            // The insert fails when the entry was written by this commit or a later one: then the filter does not
            // match, and the id is taken.
            if (!e.getWriteErrors().stream().allMatch(error -> Database.isDuplicate(error.getCode()))
                    || e.getWriteConcernError() != null) {
                throw e;
            }
        }
    }

    @Override
    public void addNote(String note) {
        Database.withRetry(
                () -> heads.updateOne(and(eq("_id", name), exists("term")), Updates.addToSet("notes", note)));
        knownUntil = System.nanoTime();
    }

    @Override
    public void removeNote(String note) {
        Database.withRetry(() -> heads.updateOne(eq("_id", name), Updates.pull("notes", note)));
        knownUntil = System.nanoTime();
    }
}
