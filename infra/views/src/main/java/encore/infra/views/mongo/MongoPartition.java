package encore.infra.views.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Filters.or;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.ViewsUnavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a version's documents, with its own state, marks and dead letters, and with stamps that no other
 * partition uses.
 */
final class MongoPartition implements Views.Partition, Views.DeadLetters {

    private static final String ID = "_id";
    private static final String SETTLED = "settled";
    private static final String TRIED = "tried";
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);

    private final MongoVersion version;
    private final int index;
    private final MongoCollection<Document> states;
    private final MongoCollection<Document> letters;

    /** Held by one batch at a time, from its beginning until it is closed. */
    private final Semaphore writerPermit = new Semaphore(1);

    /** Changed under the lock of this object; read without. */
    private volatile MongoPartitionState lastRead;

    /**
     * The state that the writer committed last; null until it takes over, and after a commit whose result is unknown.
     * Guarded by {@code writerPermit}.
     */
    private @Nullable MongoPartitionState lastCommitted;

    MongoPartition(MongoVersion version, int index, MongoDatabase database, MongoCollection<Document> states) {
        this.version = version;
        this.index = index;
        this.states = states;
        this.letters = database.getCollection(version.prefix + named("_dead_letters", "_"));
        this.lastRead = MongoPartitionState.empty(index);
    }

    /** Returns a name for this partition. The first partition's names are the same as before there were several. */
    private String named(String what, String separator) {
        return index == 0 ? what : what + separator + index;
    }

    private String id() {
        return named("state", ":");
    }

    void prepare() {
        states.updateOne(
                eq(ID, id()),
                new Document("$setOnInsert", MongoPartitionState.empty(index).toDocument()),
                new UpdateOptions().upsert(true));
    }

    void drop() {
        letters.drop();
    }

    MongoPartitionState lastRead() {
        return lastRead;
    }

    @Override
    public long position() {
        return readState().position();
    }

    /** Reads the current state. */
    MongoPartitionState readState() {
        MongoPartitionState now = MongoDocuments.translateErrors(() -> {
            Document found = states.find(eq(ID, id())).first();
            if (found == null) {
                throw new IllegalStateException(version + " was dropped");
            }
            return MongoPartitionState.fromDocument(found);
        });
        recordRead(now);
        return now;
    }

    /**
     * Records a state that was read. Of two concurrent reads the later one may have found an older state, and a caller
     * that was given a position must not read documents from before it.
     */
    synchronized void recordRead(MongoPartitionState found) {
        if (found.stamp() >= lastRead.stamp()) {
            lastRead = found;
        }
    }

    @Override
    public Documents.Batch begin() {
        writerPermit.acquireUninterruptibly();
        try {
            version.requireOpen();
            MongoPartitionState now = lastCommitted;
            return new MongoBatch(version, this, now == null ? beginEpoch() : now, version.collections);
        } catch (RuntimeException e) {
            writerPermit.release();
            throw e;
        }
    }

    @Override
    public void takeOver() {
        writerPermit.acquireUninterruptibly();
        try {
            beginEpoch();
        } finally {
            writerPermit.release();
        }
    }

    /** Begins an epoch. The writer before can commit no more, and its uncommitted writes are undone. */
    private MongoPartitionState beginEpoch() {
        return MongoDocuments.translateErrors(() -> {
            while (true) {
                MongoPartitionState before = readState();
                MongoPartitionState next = before.nextEpoch();
                var filter = and(eq(ID, id()), eq("epoch", before.epoch()), eq("stamp", before.stamp()));
                if (states.updateOne(filter, new Document("$set", next.toDocument()))
                                .getMatchedCount()
                        == 1) {
                    version.evictAll();
                    version.collections.values().forEach(storedCollection -> undo(storedCollection, before, next));
                    recordRead(next);
                    lastCommitted = next;
                    return next;
                }
            }
        });
    }

    private static void undo(StoredCollection storedCollection, MongoPartitionState before, MongoPartitionState next) {
        var cutOff = new ArrayList<Document>();
        storedCollection
                .documents
                .find(and(gt(StoredCollection.STAMP, before.stamp()), lte(StoredCollection.STAMP, next.stamp())))
                .into(cutOff);
        for (Document one : cutOff) {
            StoredCollection.Content earlierContent = StoredCollection.Content.before(one);
            if (earlierContent == null) {
                throw new IllegalStateException("A document of an uncommitted batch lacks its earlier content");
            }
            var content = new StoredCollection.Content(next.stamp(), earlierContent.json(), earlierContent.hash());
            var restored = new Document(ID, one.getString(ID));
            restored.putAll(content.toMembers());
            if (content.json() != null) {
                restored.putAll(storedCollection.indexMembers(content.json()));
            }
            storedCollection.documents.replaceOne(
                    and(eq(ID, one.getString(ID)), eq(StoredCollection.STAMP, one.getLong(StoredCollection.STAMP))),
                    restored);
        }
    }

    /** Commits a batch after its documents were written: the dead letters, the mark, and the state last. */
    void commit(MongoPartitionState before, MongoPartitionState after, Iterable<Letter> added, Set<Long> settled) {
        for (Letter letter : added) {
            add(letter, before, after);
        }
        for (long position : settled) {
            letters.updateOne(
                    and(eq(ID, position), writtenBefore(StoredCollection.STAMP, after), writtenBefore(SETTLED, after)),
                    Updates.set(SETTLED, after.stamp()));
        }
        if (after.position() % MongoPartitionState.MARK_INTERVAL == 0 && after.position() > 0) {
            String id = markId(after.position());
            states.replaceOne(
                    and(eq(ID, id), writtenBefore(StoredCollection.STAMP, after)),
                    new Document(ID, id)
                            .append("sums", MongoPartitionState.toDocument(after.sums()))
                            .append(StoredCollection.STAMP, after.stamp()),
                    UPSERT);
        }
        // This succeeds for the last epoch's writer alone.
        long matched = states.updateOne(
                        and(eq(ID, id()), eq("epoch", before.epoch()), eq("stamp", before.stamp())),
                        new Document("$set", after.toDocument()))
                .getMatchedCount();
        if (matched != 1) {
            throw new ViewsUnavailable(new IllegalStateException("another process writes " + version + " now"));
        }
        lastCommitted = after;
        recordRead(after);
        if (!settled.isEmpty()) {
            letters.deleteMany(and(in(ID, settled), eq(SETTLED, after.stamp())));
        }
    }

    /**
     * Matches records that an earlier stamp wrote. A writer that was paused and replaced may come late: what a later
     * owner wrote stays, and its upsert of an existing key fails.
     */
    private static Bson writtenBefore(String stamp, MongoPartitionState after) {
        return or(exists(stamp, false), lt(stamp, after.stamp()));
    }

    private void add(Letter letter, MongoPartitionState before, MongoPartitionState after) {
        Document old = letters.find(eq(ID, letter.position())).first();
        if (old != null && isValid(old, before)) {
            letters.updateOne(
                    and(
                            eq(ID, letter.position()),
                            writtenBefore(StoredCollection.STAMP, after),
                            writtenBefore(TRIED, after)),
                    Updates.combine(
                            Updates.set("kind", letter.kind()),
                            Updates.set("attempts", letter.attempts()),
                            Updates.set(TRIED, after.stamp())));
            return;
        }
        letters.replaceOne(
                and(eq(ID, letter.position()), writtenBefore(StoredCollection.STAMP, after)),
                new Document(ID, letter.position())
                        .append("stream", letter.stream())
                        .append("kind", letter.kind())
                        .append("attempts", letter.attempts())
                        .append(StoredCollection.STAMP, after.stamp()),
                UPSERT);
    }

    /** Returns whether a dead letter is valid: its batch was committed, and no committed batch has removed it. */
    private static boolean isValid(Document letter, MongoPartitionState mongoPartitionState) {
        Long settled = letter.getLong(SETTLED);
        return mongoPartitionState.hasCommitted(letter.getLong(StoredCollection.STAMP))
                && (settled == null || !mongoPartitionState.hasCommitted(settled));
    }

    private String markId(long position) {
        return named("mark:" + position, ":");
    }

    /** Handles a commit whose result is unknown: the next batch begins with the stored state. */
    void forgetState() {
        lastCommitted = null;
        version.evictAll();
    }

    void endBatch() {
        writerPermit.release();
    }

    @Override
    public List<Views.Sum> checksums() {
        return checksums(readState());
    }

    @Override
    public List<Views.Sum> knownChecksums() {
        return checksums(lastRead);
    }

    private List<Views.Sum> checksums(MongoPartitionState read) {
        return version.collections.keySet().stream()
                .map(name -> read.checksum(name).toSum(name))
                .toList();
    }

    /** Returns the name of the collection of dead letters. The server makes it for the first one. */
    String lettersName() {
        return letters.getNamespace().getCollectionName();
    }

    @Override
    public @Nullable List<Views.Sum> checksumsAt(long mark) {
        Document found = MongoDocuments.translateErrors(
                () -> states.find(eq(ID, markId(mark))).first());
        return found == null ? null : MongoPartitionState.sums(found);
    }

    @Override
    public Views.DeadLetters deadLetters() {
        return this;
    }

    @Override
    public List<Letter> list(long afterPosition, int limit) {
        return MongoDocuments.translateErrors(() -> {
            var some = new ArrayList<Letter>();
            MongoPartitionState now = null;
            try (MongoCursor<Document> each = letters.find(gt(ID, afterPosition))
                    .sort(Sorts.ascending(ID))
                    .batchSize(limit)
                    .iterator()) {
                while (some.size() < limit && each.hasNext()) {
                    Document one = each.next();
                    now = now == null ? readState() : now;
                    if (isValid(one, now)) {
                        some.add(new Letter(
                                one.getLong(ID),
                                one.getString("stream"),
                                one.getString("kind"),
                                one.getInteger("attempts")));
                    }
                }
            }
            return some;
        });
    }

    @Override
    public void remove(long position) {
        try (Documents.Batch batch = begin()) {
            batch.removeDeadLetter(position);
            batch.commit(((MongoBatch) batch).position());
        }
    }

    /** Deletes the earlier content that committed batches kept, because it may be erased data. */
    boolean scrub() {
        return MongoDocuments.translateErrors(() -> {
            String scrubbed = named("scrubbed", ":");
            MongoPartitionState now = readState();
            Document known = states.find(eq(ID, scrubbed)).first();
            long from = known == null ? -1 : known.getLong(StoredCollection.STAMP);
            for (MongoPartitionState.EpochEnd epoch : now.allEpochs()) {
                long first = Math.max(from + 1, MongoPartitionState.firstStamp(epoch.epoch()));
                if (first <= epoch.stamp()) {
                    for (StoredCollection storedCollection : version.collections.values()) {
                        storedCollection.documents.updateMany(
                                and(gte(StoredCollection.STAMP, first), lte(StoredCollection.STAMP, epoch.stamp())),
                                Updates.unset(StoredCollection.BEFORE));
                    }
                }
            }
            states.replaceOne(
                    eq(ID, scrubbed), new Document(ID, scrubbed).append(StoredCollection.STAMP, now.stamp()), UPSERT);
            return true;
        });
    }
}
