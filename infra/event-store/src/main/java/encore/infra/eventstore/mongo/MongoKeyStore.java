package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.in;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import encore.infra.eventstore.keys.InstallationSecrets;
import encore.infra.eventstore.keys.KeyCache;
import encore.infra.eventstore.keys.KeyEnd;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.keys.MasterKey;
import encore.infra.eventstore.keys.SecretFingerprints;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.mongo.commits.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Stores the keys, wrapped by the master key, in a database of their own that is backed up separately from the log. The
 * document of a destroyed key loses its bytes and stays as a tombstone. It depends on the server when its files and
 * journal drop the bytes.
 */
public final class MongoKeyStore implements KeyStore {

    static final String SUFFIX = "_keys";
    static final String KEYS = "keys";
    static final String SECRETS = "secrets";
    static final String SWEPT = "swept";
    static final String KEY = "key";
    static final String DESTROYED = "destroyed";

    /** True in the tombstone of a subject that was erased. */
    static final String ERASED = "erased";

    /** The subject that has the data of a destroyed key from then on. */
    static final String SUCCESSOR = "successor";

    static final String SECRET = "secret";
    static final String POSITION = "position";

    private static final int KEY_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final Database database;
    private final MongoCollection<Document> keys;
    private final MongoCollection<Document> secrets;
    private final MongoCollection<Document> swept;
    private final MasterKey master;
    private final InstallationSecrets installationSecrets;
    private final KeyCache cache = new KeyCache();

    private MongoKeyStore(Database database, Path masterKey, SecretFingerprints fingerprints) {
        this.database = database;
        keys = database.collection(KEYS);
        secrets = database.collection(SECRETS);
        swept = database.collection(SWEPT);
        Map<String, byte[]> stored = storedSecrets();
        InstallationSecrets.requireKeysPresent(stored.size(), fingerprints, "the database " + database.location());
        master = MasterKey.open(masterKey, stored.values());
        if (!stored.values().stream().allMatch(MasterKey::isWrapped)) {
            wrapAll();
        }
        installationSecrets = new InstallationSecrets(storedSecrets(), master, fingerprints, this::saveSecret);
    }

    private Map<String, byte[]> storedSecrets() {
        return Database.withRetry(() -> {
            Map<String, byte[]> found = new HashMap<>();
            for (Document secret : secrets.find()) {
                found.put(secret.getString("_id"), CommitDocument.bytes(secret, SECRET));
            }
            return found;
        });
    }

    /**
     * Wraps the secrets last: as long as one of them is not wrapped, the next start continues an interrupted wrapping.
     */
    private int wrapAll() {
        return Database.withRetry(
                () -> wrap(keys, KEY, MasterKey::purposeOfSubject) + wrap(secrets, SECRET, MasterKey::purposeOfSecret));
    }

    /** Leaves a key as it is when another process wrapped or destroyed it meanwhile. */
    private int wrap(MongoCollection<Document> collection, String field, UnaryOperator<String> purpose) {
        int wrapped = 0;
        for (Document found : collection.find(exists(field))) {
            String name = found.getString("_id");
            byte[] key = CommitDocument.bytes(found, field);
            byte[] rewrapped = master.rewrap(purpose.apply(name), key);
            wrapped += (int) collection
                    .updateOne(
                            and(eq("_id", name), eq(field, new Binary(key))), Updates.set(field, new Binary(rewrapped)))
                    .getModifiedCount();
        }
        return wrapped;
    }

    /**
     * Opens the keys of an installation, in the database with the log's name and the suffix {@code _keys}.
     *
     * @param masterKey the file of the key that wraps them; it is the same on every node
     * @param fingerprints the log's record of the secrets
     * @throws encore.infra.eventstore.log.StartRefused when no server answers there, when it lacks something, or when the
     *     keys do not belong to the log or the master key
     */
    public static MongoKeyStore open(String uri, Path masterKey, SecretFingerprints fingerprints) {
        Database database = Database.open(uri, SUFFIX);
        boolean opened = false;
        try {
            MongoKeyStore store = Database.whileOpening(() -> new MongoKeyStore(database, masterKey, fingerprints));
            opened = true;
            return store;
        } finally {
            if (!opened) {
                database.close();
            }
        }
    }

    /**
     * Wraps all keys with a new master key. Running nodes read the file again when they find a key that the new one
     * wrapped. They keep wrapping with the old one, so it stays in the file until it is removed with {@code forget}.
     *
     * @param forget whether to wrap with the master key that is already first in the file and to remove the others from
     *     it; only allowed after every node was restarted since the rotation
     * @return the number of keys that were wrapped again
     */
    public static int rotate(String uri, Path masterKey, boolean forget) {
        if (!Files.exists(masterKey)) {
            throw new StartRefused("There is no master key in the file " + masterKey + ".");
        }
        try (MongoKeyStore store = open(uri, masterKey, SecretFingerprints.none())) {
            if (!forget) {
                store.master.addFreshKey();
            }
            int wrapped = store.wrapAll();
            if (forget) {
                store.master.dropOldKeys();
            }
            return wrapped;
        }
    }

    @Override
    public byte[] create(String subject) {
        return Database.withRetry(() -> cache.create(subject, () -> make(subject)));
    }

    private byte[] make(String subject) {
        byte[] made = new byte[KEY_BYTES];
        random.nextBytes(made);
        Binary wrapped = new Binary(master.wrap(MasterKey.purposeOfSubject(subject), made));
        if (inserted(keys, new Document("_id", subject).append(KEY, wrapped))) {
            return made;
        }
        byte[] known = read(subject);
        if (known == null) {
            throw new IllegalStateException("No key can be created for an erased subject: " + subject);
        }
        return known;
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

    @Override
    public byte @Nullable [] find(String subject) {
        return Database.withRetry(() -> cache.find(subject, this::read));
    }

    @Override
    public Map<String, byte[]> findAll(Collection<String> subjects) {
        return cache.findAll(
                subjects,
                missing -> Database.withRetry(() -> {
                    Map<String, byte[]> found = new HashMap<>();
                    for (Document one : keys.find(and(in("_id", missing), exists(KEY)))) {
                        String subject = one.getString("_id");
                        byte[] wrapped = CommitDocument.bytes(one, KEY);
                        found.put(subject, master.unwrap(MasterKey.purposeOfSubject(subject), wrapped));
                    }
                    return found;
                }));
    }

    private byte @Nullable [] read(String subject) {
        Document found = keys.find(eq("_id", subject)).first();
        Binary key = found == null ? null : found.get(KEY, Binary.class);
        return key == null ? null : master.unwrap(MasterKey.purposeOfSubject(subject), key.getData());
    }

    @Override
    public void destroy(Collection<KeyEnd> ends) {
        List<UpdateOneModel<Document>> tombstones = ends.stream()
                .map(end -> new UpdateOneModel<Document>(
                        eq("_id", end.subject()), tombstone(end), new UpdateOptions().upsert(true)))
                .toList();
        Database.withRetry(() -> keys.bulkWrite(tombstones, new BulkWriteOptions().ordered(false)));
        cache.forget(ends.stream().map(KeyEnd::subject).toList());
    }

    private static Bson tombstone(KeyEnd end) {
        List<Bson> changes = new ArrayList<>(List.of(Updates.set(DESTROYED, true), Updates.unset(KEY)));
        if (end.erased()) {
            changes.add(Updates.set(ERASED, true));
        }
        if (end.successor() != null) {
            changes.add(Updates.set(SUCCESSOR, end.successor()));
        }
        return Updates.combine(changes);
    }

    @Override
    public List<KeyEnd> endedKeys(String after, int limit) {
        return Database.withRetry(() -> keys.find(and(eq(DESTROYED, true), gt("_id", after)))
                .sort(Sorts.ascending("_id"))
                .limit(limit)
                .map(found ->
                        new KeyEnd(found.getString("_id"), found.getBoolean(ERASED, false), found.getString(SUCCESSOR)))
                .into(new ArrayList<>()));
    }

    @Override
    public boolean isDestroyed(String subject) {
        return Database.withRetry(() ->
                keys.find(and(eq("_id", subject), eq(DESTROYED, true))).first() != null);
    }

    @Override
    public byte[] installationSecret(String name) {
        return installationSecrets.get(name);
    }

    private byte[] saveSecret(String name, byte[] wrapped) {
        return Database.withRetry(() -> {
            inserted(secrets, new Document("_id", name).append(SECRET, new Binary(wrapped)));
            Document found = secrets.find(eq("_id", name)).first();
            if (found == null) {
                throw new IllegalStateException("The secret " + name + " was written but cannot be read back");
            }
            return CommitDocument.bytes(found, SECRET);
        });
    }

    @Override
    public long erasedUpTo() {
        return Database.withRetry(() -> {
            Document found = swept.find().first();
            return found == null ? 0L : CommitDocument.number(found, POSITION);
        });
    }

    /** Stores the sweep's position. Several processes erase; the furthest position counts. */
    @Override
    public void erasedUpTo(long position) {
        Database.withRetry(() ->
                swept.updateOne(eq("_id", SWEPT), Updates.max(POSITION, position), new UpdateOptions().upsert(true)));
    }

    @Override
    public void close() {
        database.close();
    }
}
