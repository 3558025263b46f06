package encore.infra.eventstore.mongo.commits;

import com.mongodb.ConnectionString;
import com.mongodb.ErrorCategory;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.StoreUnavailable;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * A MongoDB database with our settings. It reads data that a majority has and writes to the journals of a majority. The
 * driver's own retries are off.
 */
public final class Database implements AutoCloseable {

    static final String DEFAULT = "encore";

    private static final Duration START_TIMEOUT = Duration.ofSeconds(5);

    /** Callers get an answer after two seconds, so a thread gains nothing by waiting for longer. */
    private static final int SELECTION_SECONDS = 2;

    private static final int CONNECT_SECONDS = 2;
    private static final int WRITE_SECONDS = 2;

    /**
     * Longer than the server's own timeout for a write, and long enough to read a page from a slow disk. A caller that
     * waits for longer asks another node.
     */
    private static final int READ_MILLIS = 2_500;

    private static final int FORMAT = 1;

    private final MongoClient client;
    private final MongoDatabase database;
    private final String hosts;

    private Database(MongoClient client, MongoDatabase database, String hosts) {
        this.client = client;
        this.database = database;
        this.hosts = hosts;
    }

    /**
     * Connects and checks that the server has all that is needed.
     *
     * @param suffix is appended to the database name in the address
     * @throws StartRefused when no server answers there, or when it lacks something
     */
    public static Database open(String uri, String suffix) {
        ConnectionString address = address(uri);
        MongoClientSettings settings = MongoClientSettings.builder()
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(SELECTION_SECONDS, TimeUnit.SECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS)
                        .readTimeout(READ_MILLIS, TimeUnit.MILLISECONDS))
                .applyConnectionString(address)
                // Unknown outcomes are settled by reading the log; we send a write again ourselves.
                .retryWrites(false)
                .retryReads(false)
                .writeConcern(WriteConcern.MAJORITY.withJournal(true).withWTimeout(WRITE_SECONDS, TimeUnit.SECONDS))
                .readConcern(ReadConcern.MAJORITY)
                .readPreference(ReadPreference.primary())
                .applicationName("encore")
                .build();
        String name = Objects.requireNonNullElse(address.getDatabase(), DEFAULT) + suffix;
        MongoClient client = MongoClients.create(settings);
        Database opened =
                new Database(client, client.getDatabase(name), String.join(",", address.getHosts()) + "/" + name);
        boolean fine = false;
        try {
            whileOpening(() -> {
                opened.requireUsable();
                return opened;
            });
            fine = true;
        } finally {
            if (!fine) {
                client.close();
            }
        }
        return opened;
    }

    private static ConnectionString address(String uri) {
        try {
            return new ConnectionString(uri);
        } catch (IllegalArgumentException e) {
            // The exception's text may contain a password.
            throw new StartRefused("ENCORE_MONGO is not the address of a MongoDB (mongodb://host:port/database).");
        }
    }

    private void requireUsable() {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!acceptsWrites(deadline)) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        Document format = collection("meta").find(Filters.eq("_id", "format")).first();
        int found = format == null ? 0 : format.getInteger("number", 0);
        if (found != FORMAT) {
            throw new StartRefused("The database at " + hosts + " has format " + found
                    + ", but this build reads format " + FORMAT + ".");
        }
    }

    /** Returns whether the database accepts a write. Throws when it does not after the deadline. */
    private boolean acceptsWrites(long deadline) {
        try {
            collection("meta")
                    .updateOne(
                            Filters.eq("_id", "format"),
                            Updates.setOnInsert("number", FORMAT),
                            new UpdateOptions().upsert(true));
            return true;
        } catch (MongoTimeoutException
                | MongoSocketException
                | MongoNotPrimaryException
                | MongoNodeIsRecoveringException e) {
            if (System.nanoTime() - deadline < 0) {
                return false;
            }
            throw away();
        } catch (MongoSecurityException e) {
            throw new StartRefused("The MongoDB at " + hosts + " rejected the given name and password.");
        } catch (MongoException e) {
            throw new StartRefused("The MongoDB at " + hosts
                    + " does not take writes with write concern majority and journal: " + e.getMessage());
        }
    }

    private StartRefused away() {
        return StartRefused.whileAway("No MongoDB that takes writes answers at " + hosts + " within "
                + START_TIMEOUT.toSeconds() + " seconds.");
    }

    /**
     * Opens something that reads the database first.
     *
     * @throws StoreUnavailable when the database goes away meanwhile
     */
    public static <T> T whileOpening(Supplier<T> opening) {
        try {
            return opening.get();
        } catch (MongoTimeoutException
                | MongoSocketException
                | MongoNotPrimaryException
                | MongoNodeIsRecoveringException e) {
            throw new StoreUnavailable(e);
        }
    }

    /** Creates unique indexes and checks that the server enforces them within arrays too. They decide every race. */
    public void createUniqueIndexes(String collection, String... fields) {
        try {
            for (String field : fields) {
                collection(collection).createIndex(Indexes.ascending(field), new IndexOptions().unique(true));
            }
            if (!enforcesArrayUniqueness()) {
                throw new StartRefused("The MongoDB at " + hosts + " does not enforce unique indexes over arrays.");
            }
        } catch (MongoTimeoutException
                | MongoSocketException
                | MongoNotPrimaryException
                | MongoNodeIsRecoveringException e) {
            throw new StoreUnavailable(e);
        } catch (MongoException e) {
            throw new StartRefused("The MongoDB at " + hosts + " cannot create a unique index: " + e.getMessage());
        }
    }

    private boolean enforcesArrayUniqueness() {
        MongoCollection<Document> probe =
                collection("probe_" + Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), 36));
        try {
            probe.createIndex(Indexes.ascending("of.key"), new IndexOptions().unique(true));
            probe.insertOne(
                    new Document("_id", 1L).append("of", List.of(new Document("key", "a"), new Document("key", "b"))));
            probe.insertOne(new Document("_id", 2L).append("of", List.of(new Document("key", "b"))));
            return false;
        } catch (MongoWriteException e) {
            return isDuplicate(e);
        } finally {
            probe.drop();
        }
    }

    /** Returns the servers and the database name, without credentials. */
    public String location() {
        return hosts;
    }

    public MongoCollection<Document> collection(String name) {
        return database.getCollection(name);
    }

    /** Returns the server's time, or this process's time when the server does not send its own. */
    public long serverTime() {
        try {
            // The older name of the command, which every server knows.
            Date localTime = database.runCommand(new Document("isMaster", 1)).getDate("localTime");
            return localTime == null ? System.currentTimeMillis() : localTime.getTime();
        } catch (MongoCommandException e) {
            return System.currentTimeMillis();
        }
    }

    public static boolean isDuplicate(MongoException failure) {
        return isDuplicate(failure.getCode());
    }

    public static boolean isDuplicate(int errorCode) {
        return ErrorCategory.fromErrorCode(errorCode) == ErrorCategory.DUPLICATE_KEY;
    }

    /**
     * Runs a query whose outcome need not be settled. It runs it once more when the connection is broken, as all
     * connections are after a restart of the server, but not after a timeout.
     */
    public static <T extends @Nullable Object> T withRetry(Supplier<T> query) {
        try {
            return query.get();
        } catch (MongoSocketReadTimeoutException | MongoTimeoutException e) {
            throw new StoreUnavailable(e);
        } catch (MongoException broken) {
            try {
                return query.get();
            } catch (MongoException e) {
                throw new StoreUnavailable(e);
            }
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
