package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import encore.infra.eventstore.log.KeyStore;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * The keys in a database of their own, which is backed up apart from the log's. A destroyed key's document loses its
 * bytes and stays as a tombstone; when the server's files and journal let go of them is the server's affair.
 */
public final class MongoKeyStore implements KeyStore {

    static final String SUFFIX = "_keys";
    static final String KEYS = "keys";
    static final String SECRETS = "secrets";
    static final String SWEPT = "swept";
    static final String KEY = "key";
    static final String DESTROYED = "destroyed";
    static final String SECRET = "secret";
    static final String POSITION = "position";

    private static final int KEY_BYTES = 32;
    private static final int CACHED_KEYS = 100_000;

    private final SecureRandom random = new SecureRandom();
    private final Database database;
    private final MongoCollection<Document> keys;
    private final MongoCollection<Document> secrets;
    private final MongoCollection<Document> swept;
    private final ConcurrentHashMap<String, byte[]> knownSecrets = new ConcurrentHashMap<>();
    private final Cache<String, byte[]> cached =
            Caffeine.newBuilder().maximumSize(CACHED_KEYS).build();

    private MongoKeyStore(Database database) {
        this.database = database;
        keys = database.collection(KEYS);
        secrets = database.collection(SECRETS);
        swept = database.collection(SWEPT);
    }

    /**
     * Opens the keys of an installation, in the database whose name is the log's with {@code _keys} behind it.
     *
     * @throws encore.infra.eventstore.log.LogRefused when nobody answers there, or when the server lacks something
     */
    public static MongoKeyStore open(String uri) {
        return new MongoKeyStore(Database.open(uri, SUFFIX));
    }

    @Override
    public byte[] create(String subject) {
        return Database.ask(() -> {
            byte[] made = made();
            if (inserted(keys, new Document("_id", subject).append(KEY, new Binary(made)))) {
                return made;
            }
            byte[] known = read(subject);
            if (known == null) {
                throw new IllegalStateException("The subject was erased: " + subject);
            }
            return known;
        });
    }

    private byte[] made() {
        byte[] made = new byte[KEY_BYTES];
        random.nextBytes(made);
        return made;
    }

    private static boolean inserted(MongoCollection<Document> collection, Document document) {
        try {
            collection.insertOne(document);
            return true;
        } catch (MongoWriteException e) {
            if (Database.isDuplicate(e)) {
                return false;
            }
            throw e;
        }
    }

    /** The cache loads and forgets a subject one after the other, so a destroyed key does not come back into it. */
    @Override
    @SuppressWarnings("NullAway") // a loader may return null: then nothing is cached
    public byte @Nullable [] find(String subject) {
        byte[] key = Database.ask(() -> cached.get(subject, this::read));
        return key == null ? null : key.clone();
    }

    private byte @Nullable [] read(String subject) {
        Document found = keys.find(eq("_id", subject)).first();
        Binary key = found == null ? null : found.get(KEY, Binary.class);
        return key == null ? null : key.getData();
    }

    @Override
    public void destroy(Collection<String> subjects) {
        List<UpdateOneModel<Document>> tombstones = subjects.stream()
                .map(subject -> new UpdateOneModel<Document>(
                        eq("_id", subject),
                        Updates.combine(Updates.set(DESTROYED, true), Updates.unset(KEY)),
                        new UpdateOptions().upsert(true)))
                .toList();
        Database.ask(() -> keys.bulkWrite(tombstones, new BulkWriteOptions().ordered(false)));
        cached.invalidateAll(subjects);
    }

    @Override
    public List<String> destroyed(String after, int limit) {
        return Database.ask(() -> keys.find(and(eq(DESTROYED, true), gt("_id", after)))
                .sort(Sorts.ascending("_id"))
                .limit(limit)
                .map(found -> found.getString("_id"))
                .into(new ArrayList<>()));
    }

    @Override
    public byte[] installation(String name) {
        return knownSecrets.computeIfAbsent(
                name,
                missing -> Database.ask(() -> {
                    inserted(secrets, new Document("_id", name).append(SECRET, new Binary(made())));
                    Document found = secrets.find(eq("_id", name)).first();
                    if (found == null) {
                        throw new IllegalStateException("The secret " + name + " was written and is not there");
                    }
                    return CommitDocument.bytes(found, SECRET);
                }));
    }

    @Override
    public long sweptTo() {
        return Database.ask(() -> {
            Document found = swept.find().first();
            return found == null ? 0L : CommitDocument.number(found, POSITION);
        });
    }

    /** Several processes carry out erasures; the furthest counts. */
    @Override
    public void sweptTo(long position) {
        Database.ask(() ->
                swept.updateOne(eq("_id", SWEPT), Updates.max(POSITION, position), new UpdateOptions().upsert(true)));
    }

    @Override
    public void close() {
        database.close();
    }
}
