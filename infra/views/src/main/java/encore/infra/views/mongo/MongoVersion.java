package encore.infra.views.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;

import com.github.benmanes.caffeine.cache.Cache;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** One version of one projection, in collections of its own for documents, states and dead letters. */
final class MongoVersion implements Views.Version {

    private static final String ID = "_id";
    private static final String NOTED = "noted";
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);

    final Views.Shape shape;
    private final int number;
    final String prefix;
    final Map<String, StoredCollection> collections = new LinkedHashMap<>();
    private final MongoCollection<Document> versionRecords;
    private final MongoCollection<Document> states;
    private final List<MongoPartition> partitions;
    private final Cache<ContentKey, CachedContent> documentCache;
    private volatile boolean closed;

    MongoVersion(
            Views.Shape shape,
            int number,
            int partitions,
            MongoDatabase database,
            MongoCollection<Document> versionRecords,
            Cache<ContentKey, CachedContent> recent) {
        this.shape = shape;
        this.number = number;
        this.prefix = prefix(shape.projection(), number);
        this.documentCache = recent;
        this.versionRecords = versionRecords;
        this.states = database.getCollection(prefix + "_state");
        shape.collections()
                .forEach(collection -> collections.put(
                        collection.name(),
                        new StoredCollection(collection, database.getCollection(prefix + collection.name()))));
        this.partitions = IntStream.range(0, partitions)
                .mapToObj(index -> new MongoPartition(this, index, database, states))
                .toList();
        MongoDocuments.translateErrors(() -> {
            this.partitions.forEach(MongoPartition::prepare);
            collections.values().forEach(this::createIndexes);
            return true;
        });
        position();
    }

    static String prefix(String projection, int number) {
        return projection + "_v" + number + "_";
    }

    /** Creates the indexes. Documents that were written under other indexes get the fields of these. */
    private void createIndexes(StoredCollection storedCollection) {
        storedCollection.createIndexes();
        var declared = new Document(ID, "declared:" + storedCollection.name)
                .append("fields", List.copyOf(storedCollection.fields))
                .append("text", List.copyOf(storedCollection.textFields));
        Document before = states.find(eq(ID, declared.getString(ID))).first();
        if (declared.equals(before)) {
            return;
        }
        if (before != null) {
            for (Document one : storedCollection
                    .documents
                    .find(exists(StoredCollection.JSON))
                    .sort(Sorts.ascending(ID))) {
                storedCollection.documents.updateOne(
                        and(eq(ID, one.getString(ID)), eq(StoredCollection.STAMP, one.getLong(StoredCollection.STAMP))),
                        new Document("$set", storedCollection.indexMembers(one.getString(StoredCollection.JSON))));
            }
        }
        states.replaceOne(eq(ID, declared.getString(ID)), declared, UPSERT);
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public void writeNote(String how) {
        MongoDocuments.translateErrors(
                () -> states.replaceOne(eq(ID, NOTED), new Document(ID, NOTED).append("how", how), UPSERT));
    }

    @Override
    public Optional<String> readNote() {
        return MongoDocuments.translateErrors(
                        () -> Optional.ofNullable(states.find(eq(ID, NOTED)).first()))
                .map(noted -> noted.getString("how"));
    }

    @Override
    public void recordWait(int partition, boolean waits) {
        MongoDocuments.translateErrors(() -> versionRecords.updateOne(
                eq(ID, prefix),
                waits ? Updates.addToSet(MongoViews.WAITING, partition) : Updates.pull(MongoViews.WAITING, partition)));
    }

    @Override
    public List<MongoPartition> partitions() {
        return partitions;
    }

    @Override
    public <R> R read(Function<Documents, R> query) {
        requireOpen();
        return query.apply(new MongoDocuments(states(MongoPartition::lastRead), collections));
    }

    @Override
    public <R> Optional<R> readConsistently(Function<Documents, R> query) {
        requireOpen();
        var mongoDocuments = new MongoDocuments(states(MongoPartition::readState), collections);
        R answer = query.apply(mongoDocuments);
        boolean still = mongoDocuments.isUnchanged();
        // When another process drops this version, its states are deleted before its documents, and this call throws.
        states(MongoPartition::readState);
        return still ? Optional.of(answer) : Optional.empty();
    }

    private List<MongoPartitionState> states(Function<MongoPartition, MongoPartitionState> how) {
        return partitions.stream().map(how).toList();
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException(shape.projection() + " version " + number + " is closed");
        }
    }

    @Nullable
    CachedContent cachedContent(StoredCollection storedCollection, String key) {
        return documentCache.getIfPresent(new ContentKey(prefix, storedCollection.name, key));
    }

    void cacheContent(StoredCollection storedCollection, String key, CachedContent document) {
        documentCache.put(new ContentKey(prefix, storedCollection.name, key), document);
    }

    void evictAll() {
        documentCache.asMap().keySet().removeIf(contentKey -> contentKey.version.equals(prefix));
    }

    @Override
    public boolean scrub() {
        partitions.forEach(MongoPartition::scrub);
        return true;
    }

    @Override
    public String toString() {
        return shape.projection() + " version " + number;
    }

    void drop() {
        closed = true;
        MongoDocuments.translateErrors(() -> {
            // The states go first: a concurrent reader must not take deleted documents for documents that never
            // existed.
            states.drop();
            collections.values().forEach(storedCollection -> storedCollection.documents.drop());
            partitions.forEach(MongoPartition::drop);
            return true;
        });
        evictAll();
    }

    void close() {
        closed = true;
        evictAll();
    }

    /** The cache key of a document. */
    record ContentKey(String version, String collection, String key) {}

    /** A document as it was last committed. */
    record CachedContent(@Nullable Object document, StoredCollection.Content content) {

        int bytes() {
            return content.json() == null ? 0 : content.json().length();
        }
    }
}
