package encore.infra.views.mongo;

import static com.mongodb.client.model.Filters.eq;

import com.github.benmanes.caffeine.cache.Cache;
import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import encore.infra.views.DocumentCaches;
import encore.infra.views.Ownership;
import encore.infra.views.Views;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** The view store in a MongoDB database: collections {@code <projection>_v<n>_<name>} for each version. */
public final class MongoViews implements Views {

    /** The partitions of a version that wait until others have been filled. */
    static final String WAITING = "waiting";

    private static final String DEFAULT_DATABASE = "encore";
    private static final int MAX_CONNECTIONS = 100;

    private final MongoClient client;
    private final MongoDatabase database;
    private final MongoCollection<Document> versionRecords;
    private final MongoCollection<Document> serving;
    private final MongoOwnership ownership;
    private final Map<String, MongoVersion> open = new ConcurrentHashMap<>();
    private final Cache<MongoVersion.ContentKey, MongoVersion.CachedContent> documentCache =
            DocumentCaches.create(MongoVersion.CachedContent::bytes);

    private MongoViews(MongoClient client, MongoDatabase database) {
        this.client = client;
        this.database = database;
        this.versionRecords = database.getCollection("views_versions");
        this.serving = database.getCollection("views_serving");
        this.ownership = new MongoOwnership(database);
    }

    /**
     * Opens the store.
     *
     * @param uri names the database; {@code encore} if it names none
     */
    public static MongoViews open(String uri) {
        var address = new ConnectionString(uri);
        MongoClient client = MongoClients.create(MongoClientSettings.builder()
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(5, TimeUnit.SECONDS))
                .applyToConnectionPoolSettings(pool -> pool.maxSize(MAX_CONNECTIONS))
                .applyToSocketSettings(
                        socket -> socket.connectTimeout(2, TimeUnit.SECONDS).readTimeout(30, TimeUnit.SECONDS))
                .applyConnectionString(address)
                // A writer that does not know whether its commit succeeded takes over again; a retry by the driver
                // could arrive after that.
                .retryWrites(false)
                .writeConcern(WriteConcern.MAJORITY.withWTimeout(10, TimeUnit.SECONDS))
                .readConcern(ReadConcern.MAJORITY)
                .readPreference(ReadPreference.primary())
                .applicationName("encore-views")
                .build());
        return new MongoViews(
                client, client.getDatabase(Objects.requireNonNullElse(address.getDatabase(), DEFAULT_DATABASE)));
    }

    /** Returns each version's position by its prefix. A log that ends before such a position has lost events. */
    public static Map<String, Long> positions(String uri) {
        try (MongoViews views = open(uri)) {
            return views.positions();
        }
    }

    /** Deletes the versions whose positions are beyond the log's head. They are rebuilt from it. */
    public static List<String> dropBeyond(String uri, long head) {
        try (MongoViews views = open(uri)) {
            List<String> beyond = new ArrayList<>();
            views.positions().forEach((prefix, position) -> {
                if (position > head) {
                    MongoDocuments.translateErrors(() -> {
                        views.versionRecords.deleteOne(eq("_id", prefix));
                        for (String name : views.database.listCollectionNames()) {
                            if (name.startsWith(prefix)) {
                                views.database.getCollection(name).drop();
                            }
                        }
                        return true;
                    });
                    beyond.add(prefix);
                }
            });
            return beyond;
        }
    }

    private Map<String, Long> positions() {
        return MongoDocuments.translateErrors(() -> {
            Map<String, Long> found = new TreeMap<>();
            for (Document version : versionRecords.find()) {
                String prefix = version.getString("_id");
                for (Document state : database.getCollection(prefix + "_state").find()) {
                    if (state.get("position") instanceof Number position) {
                        found.merge(prefix, position.longValue(), Math::max);
                    }
                }
            }
            return found;
        });
    }

    /** Most of a query's time is spent waiting for the server. */
    @Override
    public int readers() {
        return Math.clamp(8L * Runtime.getRuntime().availableProcessors(), 16, 64);
    }

    @Override
    public Version open(Shape shape, int version, int partitions) {
        MongoVersion opened = open.computeIfAbsent(MongoVersion.prefix(shape.projection(), version), prefix -> {
            Document stored = MongoDocuments.translateErrors(() -> versionRecords.findOneAndUpdate(
                    eq("_id", prefix),
                    Updates.combine(
                            Updates.set("projection", shape.projection()),
                            Updates.set("version", version),
                            Updates.setOnInsert("segments", partitions)),
                    new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER)));
            int storedPartitions = stored == null ? partitions : stored.getInteger("segments", 1);
            return new MongoVersion(shape, version, storedPartitions, database, versionRecords, documentCache);
        });
        if (!opened.shape.equals(shape)) {
            throw new IllegalStateException(shape.projection() + " is already open with other collections");
        }
        return opened;
    }

    @Override
    public int servingVersion(String projection) {
        Document found = MongoDocuments.translateErrors(
                () -> serving.find(eq("_id", projection)).first());
        return found == null ? 1 : found.getInteger("version");
    }

    @Override
    public void serve(String projection, int version) {
        if (!versions(projection).contains(version)) {
            throw new IllegalArgumentException(projection + " has no version " + version);
        }
        MongoDocuments.translateErrors(() -> serving.replaceOne(
                eq("_id", projection),
                new Document("_id", projection).append("version", version),
                new ReplaceOptions().upsert(true)));
    }

    @Override
    public List<Integer> versions(String projection) {
        return MongoDocuments.translateErrors(() -> versionRecords
                        .find(eq("projection", projection))
                        .map(one -> one.getInteger("version"))
                        .into(new ArrayList<>()))
                .stream()
                .sorted()
                .toList();
    }

    @Override
    public Map<String, KnownVersions> versionRecords(Set<String> projections) {
        return MongoDocuments.translateErrors(() -> {
            Map<String, List<Integer>> versions = new HashMap<>();
            Map<String, Set<Integer>> waiting = new HashMap<>();
            for (Document one : versionRecords.find().sort(Sorts.ascending("version"))) {
                String projection = one.getString("projection");
                int version = one.getInteger("version");
                versions.computeIfAbsent(projection, first -> new ArrayList<>()).add(version);
                if (!one.getList(WAITING, Integer.class, List.of()).isEmpty()) {
                    waiting.computeIfAbsent(projection, first -> new HashSet<>())
                            .add(version);
                }
            }
            // Read after the versions, so that a serving version is among them.
            var serves = new HashMap<String, Integer>();
            serving.find().forEach(one -> serves.put(one.getString("_id"), one.getInteger("version")));
            var all = new HashMap<String, KnownVersions>();
            for (String projection : projections) {
                all.put(
                        projection,
                        new KnownVersions(
                                versions.getOrDefault(projection, List.of()),
                                serves.getOrDefault(projection, 1),
                                waiting.getOrDefault(projection, Set.of())));
            }
            return all;
        });
    }

    @Override
    public Map<Version, Integer> countDeadLetters(Collection<Version> versions, int limit) {
        Set<String> existing = MongoDocuments.translateErrors(
                () -> database.listCollectionNames().into(new HashSet<>()));
        Map<Version, Integer> counts = new HashMap<>();
        for (Version version : versions) {
            boolean mayHaveLetters = ((MongoVersion) version)
                    .partitions().stream().map(MongoPartition::lettersName).anyMatch(existing::contains);
            counts.put(
                    version,
                    mayHaveLetters ? version.deadLetters().list(0, limit).size() : 0);
        }
        return counts;
    }

    @Override
    public void drop(String projection, int version) {
        if (servingVersion(projection) == version) {
            throw new IllegalArgumentException("Version " + version + " of " + projection + " serves");
        }
        String prefix = MongoVersion.prefix(projection, version);
        MongoDocuments.translateErrors(() -> versionRecords.deleteOne(eq("_id", prefix)));
        MongoVersion opened = open.remove(prefix);
        if (opened != null) {
            opened.drop();
        }
    }

    @Override
    public void release(String projection, int version) {
        MongoVersion opened = open.remove(MongoVersion.prefix(projection, version));
        if (opened != null) {
            opened.close();
        }
    }

    @Override
    public boolean scrub() {
        open.values().forEach(MongoVersion::scrub);
        return true;
    }

    @Override
    public Ownership ownership() {
        return ownership;
    }

    @Override
    public void close() {
        open.values().forEach(MongoVersion::close);
        open.clear();
        client.close();
    }
}
