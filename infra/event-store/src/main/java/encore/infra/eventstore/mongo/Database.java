package encore.infra.eventstore.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.ErrorCategory;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
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
import encore.infra.eventstore.log.LogRefused;
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

/** A database as we use it: reads what a majority has, writes to a majority's journals, and settles doubts itself. */
final class Database implements AutoCloseable {

    static final String DEFAULT = "encore";

    private static final Duration TO_START = Duration.ofSeconds(5);

    /** Whoever waits is answered after two seconds: nothing is gained by a thread that waits for longer. */
    private static final int SELECTION_SECONDS = 2;

    private static final int CONNECT_SECONDS = 2;
    private static final int WRITE_SECONDS = 2;

    /** Behind the server's own word on a write, and enough for a page from a slow disk; who waits for longer asks another node. */
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
     * Connects and tries what is needed.
     *
     * @param suffix of the database's name behind the one that the address names
     * @throws LogRefused when nobody answers there, or when the server lacks something
     */
    static Database open(String uri, String suffix) {
        ConnectionString address = address(uri);
        MongoClientSettings settings = MongoClientSettings.builder()
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(SELECTION_SECONDS, TimeUnit.SECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS)
                        .readTimeout(READ_MILLIS, TimeUnit.MILLISECONDS))
                .applyConnectionString(address)
                // An outcome that is not known is settled by reading: what the driver would send again, we do.
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
            opened.mustServe();
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
            // Its text may hold a password.
            throw new LogRefused("ENCORE_MONGO is not the address of a MongoDB (mongodb://host:port/database).");
        }
    }

    private void mustServe() {
        long deadline = System.nanoTime() + TO_START.toNanos();
        while (!writes(deadline)) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        Document format = collection("meta").find(Filters.eq("_id", "format")).first();
        int found = format == null ? 0 : format.getInteger("number", 0);
        if (found != FORMAT) {
            throw new LogRefused("The database at " + hosts + " is of format " + found + ", this build reads format "
                    + FORMAT + ".");
        }
    }

    /** Whether it takes a write; after the deadline it has to. */
    private boolean writes(long deadline) {
        try {
            collection("meta")
                    .updateOne(
                            Filters.eq("_id", "format"),
                            Updates.setOnInsert("number", FORMAT),
                            new UpdateOptions().upsert(true));
            return true;
        } catch (MongoTimeoutException e) {
            if (System.nanoTime() - deadline < 0) {
                return false;
            }
            throw new LogRefused("No MongoDB that takes writes answers at " + hosts + " within " + TO_START.toSeconds()
                    + " seconds.");
        } catch (MongoSecurityException e) {
            throw new LogRefused("The MongoDB at " + hosts + " does not let us in with the name and password given.");
        } catch (MongoException e) {
            throw new LogRefused("The MongoDB at " + hosts
                    + " does not take writes with write concern majority and journal: " + e.getMessage());
        }
    }

    /** Makes a unique index; it is what decides every race, so the server must honour it in arrays too. */
    void unique(String collection, String... fields) {
        try {
            for (String field : fields) {
                collection(collection).createIndex(Indexes.ascending(field), new IndexOptions().unique(true));
            }
            if (!refusesTheSameTwice()) {
                throw new LogRefused("The MongoDB at " + hosts + " does not honour unique indexes over arrays.");
            }
        } catch (MongoException e) {
            throw new LogRefused("The MongoDB at " + hosts + " makes no unique index: " + e.getMessage());
        }
    }

    private boolean refusesTheSameTwice() {
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

    /** Its servers and name, without anything that opens them. */
    String place() {
        return hosts;
    }

    MongoCollection<Document> collection(String name) {
        return database.getCollection(name);
    }

    /** The server's clock; one that does not tell is believed to have ours. */
    long time() {
        try {
            // By its older name, which every server knows.
            Date told = database.runCommand(new Document("isMaster", 1)).getDate("localTime");
            return told == null ? System.currentTimeMillis() : told.getTime();
        } catch (MongoCommandException e) {
            return System.currentTimeMillis();
        }
    }

    static boolean isDuplicate(MongoException failure) {
        return isDuplicate(failure.getCode());
    }

    static boolean isDuplicate(int errorCode) {
        return ErrorCategory.fromErrorCode(errorCode) == ErrorCategory.DUPLICATE_KEY;
    }

    /**
     * Asks for a caller, where there is nothing to settle: once more at once when a connection turns out to be broken, as
     * all of them do after a restart of the server, but not when time has run out.
     */
    static <T extends @Nullable Object> T ask(Supplier<T> question) {
        try {
            return question.get();
        } catch (MongoSocketReadTimeoutException | MongoTimeoutException e) {
            throw new StoreUnavailable(e);
        } catch (MongoException broken) {
            try {
                return question.get();
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
