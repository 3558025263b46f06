package encore.infra.views.mongo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.WriteModel;
import encore.infra.views.Checksum;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.ViewsUnavailable;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * A batch of changes to one partition. It keeps changed documents in memory until its commit, which writes in three steps:
 * the documents of each collection with one unordered bulk, then the dead letters, and last the partition's state with the
 * new position. MongoDB makes these steps visible one by one, so each document carries a stamp, the number of its batch, and
 * its content before the batch. A reader that finds a stamp that the state does not count as committed sees a batch that is
 * not complete, perhaps because its process died. It takes the content before that batch.
 */
final class MongoBatch extends MongoDocuments implements Documents.Batch {

    private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);
    private static final int DUPLICATE = 11_000;
    /** A request to MongoDB has at most 48 MB, and a written document also contains its content before the batch. */
    private static final int MAX_BULK_BYTES = 16_000_000;

    private final MongoVersion version;
    private final MongoPartition partition;
    private final MongoPartitionState before;
    private final Map<StoredCollection, Map<String, MongoBatchEntry>> entries = new HashMap<>();
    private final Deque<MongoUndoEntry> undo = new ArrayDeque<>();
    private final Map<Long, Letter> letters = new TreeMap<>();
    private final TreeSet<Long> settled = new TreeSet<>();
    private boolean closed;

    MongoBatch(
            MongoVersion version,
            MongoPartition partition,
            MongoPartitionState before,
            Map<String, StoredCollection> collections) {
        super(List.of(before), collections);
        this.version = version;
        this.partition = partition;
        this.before = before;
        collections.values().forEach(storedCollection -> entries.put(storedCollection, new LinkedHashMap<>()));
    }

    private Map<String, MongoBatchEntry> entries(StoredCollection storedCollection) {
        Map<String, MongoBatchEntry> documents = entries.get(storedCollection);
        if (documents == null || closed) {
            throw new IllegalStateException("The batch is closed");
        }
        return documents;
    }

    private MongoBatchEntry entry(StoredCollection storedCollection, String key) {
        return entries(storedCollection).computeIfAbsent(key, it -> new MongoBatchEntry());
    }

    @Override
    public <T> @Nullable T get(Collection<T> collection, String key) {
        StoredCollection storedCollection = storedCollection(collection);
        MongoBatchEntry entry = entry(storedCollection, key);
        if (!entry.isRead && !entry.dirty) {
            load(storedCollection, key, entry);
        }
        return entry.document == null ? null : collection.type().cast(entry.document);
    }

    @Override
    public <T> Map<String, T> getAll(Collection<T> collection, java.util.Collection<String> keys) {
        return getOneByOne(collection, keys);
    }

    private void load(StoredCollection storedCollection, String key, MongoBatchEntry entry) {
        MongoVersion.CachedContent cached = version.cachedContent(storedCollection, key);
        if (cached == null) {
            Document found = translateErrors(() -> storedCollection
                    .documents
                    .find(Filters.eq(StoredCollection.KEY, key))
                    .first());
            StoredCollection.Content content =
                    found == null ? StoredCollection.Content.ABSENT : contentAt(before, found);
            cached = new MongoVersion.CachedContent(
                    content.json() == null ? null : storedCollection.read(content.json()), content);
        }
        entry.isRead = true;
        entry.content = cached.content();
        if (!entry.dirty) {
            entry.document = cached.document();
        }
    }

    @Override
    public <T> void put(Collection<T> collection, String key, T document) {
        change(storedCollection(collection), key, document);
    }

    @Override
    public void remove(Collection<?> collection, String key) {
        change(storedCollection(collection), key, null);
    }

    private void change(StoredCollection storedCollection, String key, @Nullable Object document) {
        if (key.isEmpty()) {
            throw new IllegalArgumentException("A document's key must not be empty");
        }
        MongoBatchEntry entry = entry(storedCollection, key);
        undo.push(new MongoUndoEntry(entry, entry.document, entry.dirty));
        entry.document = document;
        entry.dirty = true;
    }

    @Override
    public boolean isChanged() {
        return !letters.isEmpty()
                || !settled.isEmpty()
                || entries.values().stream()
                        .flatMap(documents -> documents.values().stream())
                        .anyMatch(entry -> entry.dirty);
    }

    @Override
    public void mark() {
        undo.clear();
    }

    @Override
    public void undoToMark() {
        while (!undo.isEmpty()) {
            MongoUndoEntry last = undo.pop();
            last.held.document = last.document;
            last.held.dirty = last.dirty;
        }
    }

    @Override
    public <T> List<Row<T>> find(
            Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        StoredCollection storedCollection = storedCollection(collection);
        Map<String, JsonRow> changed = unsavedRows(storedCollection);
        var all = new ArrayList<>(findRows(storedCollection, where, order, after, limit, changed.keySet()));
        all.addAll(matchingRows(storedCollection, where, changed));
        return sortPage(storedCollection, all, order, after, Set.of(), limit).stream()
                .map(one -> new Row<>(
                        one.key(), storedCollection.readers.reader(collection).read(one.json())))
                .toList();
    }

    @Override
    public <T> List<T> findAll(Collection<T> collection, Where.In among, Where where) {
        StoredCollection storedCollection = storedCollection(collection);
        Map<String, JsonRow> changed = unsavedRows(storedCollection);
        var all = new ArrayList<>(findAllRows(storedCollection, among, where, changed.keySet()));
        all.addAll(matchingRows(storedCollection, Where.all(among, where), changed));
        return all.stream()
                .map(one -> storedCollection.readers.reader(collection).read(one.json()))
                .toList();
    }

    @Override
    public long count(Collection<?> collection, Where where, long limit) {
        StoredCollection storedCollection = storedCollection(collection);
        Map<String, JsonRow> changed = unsavedRows(storedCollection);
        var mongoQuery = new MongoQuery(storedCollection, where);
        if (mongoQuery.analysis.matchesEverything()) {
            long documents = before.checksum(storedCollection.name).toSum("").documents();
            for (Map.Entry<String, JsonRow> one : changed.entrySet()) {
                MongoBatchEntry entry = entry(storedCollection, one.getKey());
                if (!entry.isRead) {
                    load(storedCollection, one.getKey(), entry);
                }
                documents += (entry.document == null ? 0 : 1) - (entry.content.json() == null ? 0 : 1);
            }
            return Math.min(limit, documents);
        }
        return Math.min(
                limit,
                countRows(storedCollection, mongoQuery, limit, changed.keySet())
                        + matchingRows(storedCollection, where, changed).size());
    }

    /** Returns the changes that the store does not have yet: as JSON, or as an empty text for a removed document. */
    private Map<String, JsonRow> unsavedRows(StoredCollection storedCollection) {
        var changed = new LinkedHashMap<String, JsonRow>();
        entries(storedCollection).forEach((key, entry) -> {
            if (entry.dirty) {
                String json =
                        entry.document == null ? "" : new String(storedCollection.json.write(entry.document), UTF_8);
                changed.put(key, new JsonRow(key, json));
            }
        });
        return changed;
    }

    private static List<JsonRow> matchingRows(
            StoredCollection storedCollection, Where where, Map<String, JsonRow> changed) {
        return changed.values().stream()
                .filter(one -> !one.json().isEmpty()
                        && new DocumentMatcher(storedCollection, StoredCollection.tree(one.json())).matches(where))
                .toList();
    }

    @Override
    public void addDeadLetter(Letter letter) {
        letters.put(letter.position(), letter);
        settled.remove(letter.position());
    }

    @Override
    public void removeDeadLetter(long position) {
        letters.remove(position);
        settled.add(position);
    }

    @Override
    public void commit(long position) {
        if (position < before.position()) {
            throw new IllegalArgumentException(
                    "The documents are at position " + before.position() + " and cannot go back to " + position);
        }
        long stamp = before.stamp() + 1;
        var sums = new ArrayList<Views.Sum>();
        var writes = new LinkedHashMap<StoredCollection, List<WriteModel<Document>>>();
        for (StoredCollection storedCollection : collections.values()) {
            Checksum sum = before.checksum(storedCollection.name);
            writes.put(storedCollection, writes(storedCollection, stamp, sum));
            sums.add(sum.toSum(storedCollection.name));
        }
        boolean succeeded = false;
        try {
            writes.forEach(MongoBatch::send);
            partition.commit(before, before.withCommit(position, stamp, sums), letters.values(), settled);
            succeeded = true;
        } catch (MongoException e) {
            throw new ViewsUnavailable(e);
        } finally {
            if (!succeeded) {
                partition.forgetState();
            }
        }
        entries.forEach((storedCollection, documents) -> documents.forEach((key, entry) -> {
            if (entry.isRead) {
                version.cacheContent(
                        storedCollection, key, new MongoVersion.CachedContent(entry.document, entry.content));
            }
        }));
        close();
    }

    private List<WriteModel<Document>> writes(StoredCollection storedCollection, long stamp, Checksum sum) {
        Map<String, MongoBatchEntry> documents = entries(storedCollection);
        loadOverwritten(storedCollection, documents);
        var writes = new ArrayList<WriteModel<Document>>();
        documents.forEach((key, entry) -> {
            if (entry.dirty) {
                StoredCollection.Content was = entry.content;
                StoredCollection.Content now = content(storedCollection, key, stamp, entry.document);
                if (was.hash() != null) {
                    sum.subtract(was.hash());
                }
                if (now.hash() != null) {
                    sum.add(now.hash());
                }
                if (was.json() != null || now.json() != null) {
                    writes.add(write(storedCollection, key, was, now));
                }
                entry.content = now;
            }
        });
        return writes;
    }

    private static StoredCollection.Content content(
            StoredCollection storedCollection, String key, long stamp, @Nullable Object document) {
        if (document == null) {
            return new StoredCollection.Content(stamp, null, null);
        }
        byte[] json = storedCollection.json.write(document);
        return new StoredCollection.Content(stamp, new String(json, UTF_8), Checksum.hash(key, json));
    }

    /**
     * Writes only over older content. A removal leaves the key, so that a late write of another process cannot create
     * the document again.
     */
    private static WriteModel<Document> write(
            StoredCollection storedCollection, String key, StoredCollection.Content was, StoredCollection.Content now) {
        var document = new Document(StoredCollection.KEY, key);
        document.putAll(now.toMembers());
        if (now.json() != null) {
            document.putAll(storedCollection.indexMembers(now.json()));
        }
        document.append(StoredCollection.BEFORE, was.toMembers());
        return was.stamp() == 0 ? new InsertOneModel<>(document) : replaceOlder(document);
    }

    private static WriteModel<Document> replaceOlder(Document document) {
        return new ReplaceOneModel<>(
                new Document(StoredCollection.KEY, document.getString(StoredCollection.KEY))
                        .append(StoredCollection.STAMP, new Document("$lt", document.getLong(StoredCollection.STAMP))),
                document,
                UPSERT);
    }

    /** Looks up all documents at once that were written without having been read. */
    private void loadOverwritten(StoredCollection storedCollection, Map<String, MongoBatchEntry> documents) {
        var keys = new ArrayList<String>();
        documents.forEach((key, entry) -> {
            if (entry.dirty && !entry.isRead) {
                MongoVersion.CachedContent cached = version.cachedContent(storedCollection, key);
                entry.isRead = true;
                if (cached == null) {
                    keys.add(key);
                } else {
                    entry.content = cached.content();
                }
            }
        });
        for (int from = 0; from < keys.size(); from += 1_000) {
            List<String> some = keys.subList(from, Math.min(keys.size(), from + 1_000));
            translateErrors(() -> {
                for (Document found : storedCollection.documents.find(Filters.in(StoredCollection.KEY, some))) {
                    entry(storedCollection, found.getString(StoredCollection.KEY)).content = contentAt(before, found);
                }
                return true;
            });
        }
    }

    private static void send(StoredCollection storedCollection, List<WriteModel<Document>> writes) {
        var some = new ArrayList<WriteModel<Document>>();
        long bytes = 0;
        for (WriteModel<Document> write : writes) {
            some.add(write);
            bytes += size(newDocument(write));
            if (bytes > MAX_BULK_BYTES || some.size() == 10_000) {
                write(storedCollection, some);
                some.clear();
                bytes = 0;
            }
        }
        if (!some.isEmpty()) {
            write(storedCollection, some);
        }
    }

    private static Document newDocument(WriteModel<Document> write) {
        return switch (write) {
            case InsertOneModel<Document> insert -> insert.getDocument();
            case ReplaceOneModel<Document> replace -> replace.getReplacement();
            default -> throw new IllegalArgumentException("Unexpected write: " + write);
        };
    }

    private static void write(StoredCollection storedCollection, List<WriteModel<Document>> some) {
        try {
            storedCollection.documents.bulkWrite(some, UNORDERED);
        } catch (MongoBulkWriteException e) {
            var late = new ArrayList<WriteModel<Document>>();
            for (BulkWriteError error : e.getWriteErrors()) {
                WriteModel<Document> failed = some.get(error.getIndex());
                if (error.getCode() != DUPLICATE || !(failed instanceof InsertOneModel)) {
                    throw e;
                }
                // A former owner inserted it meanwhile, with a lower stamp.
                late.add(replaceOlder(newDocument(failed)));
            }
            if (late.isEmpty()) {
                throw e;
            }
            storedCollection.documents.bulkWrite(late, UNORDERED);
        }
    }

    private static long size(Document document) {
        long size = 200;
        for (Object value : document.values()) {
            size += switch (value) {
                case String text -> text.length();
                case Document inner -> size(inner);
                case Binary binary -> binary.length();
                default -> 20;
            };
        }
        return size;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            partition.endBatch();
        }
    }

    private static final class MongoBatchEntry {
        @Nullable
        Object document;

        /** The content that the state's checksums include. */
        StoredCollection.Content content = StoredCollection.Content.ABSENT;

        boolean isRead;
        boolean dirty;
    }

    /** A document as it was before an event changed it. */
    private record MongoUndoEntry(
            MongoBatchEntry held, @Nullable Object document, boolean dirty) {}
}
