package encore.infra.eventstore.mongo.commits;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import encore.infra.eventstore.log.StoreUnavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.bson.Document;
import org.bson.types.Binary;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes requests that are older than 8 days from their commits. It does not use a TTL index, which not every server
 * has. Every process runs it once a minute and continues where the last run ended, in whichever process that was.
 */
public final class RequestExpiry implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RequestExpiry.class);
    private static final long KEPT_MILLIS = Duration.ofDays(8).toMillis();
    private static final int BATCH = 500;

    private final MongoCollection<Document> collection;
    private final MongoCollection<Document> meta;
    private final CommitCollection commitCollection;
    private final LongUnaryOperator positionAt;
    private final LongSupplier clock;
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("log-housekeeping").factory());

    public RequestExpiry(
            Database database, CommitCollection commitCollection, LongUnaryOperator positionAt, LongSupplier clock) {
        this.collection = database.collection(CommitCollection.COLLECTION);
        this.meta = database.collection("meta");
        this.commitCollection = commitCollection;
        this.positionAt = positionAt;
        this.clock = clock;
    }

    public void start() {
        scheduler.scheduleWithFixedDelay(this::runAndLogFailure, 60, 60, TimeUnit.SECONDS);
    }

    private void runAndLogFailure() {
        try {
            deleteOldRequests();
        } catch (MongoException | StoreUnavailable e) {
            LOG.warn("Old requests could not be removed; trying again in a minute: {}", e.getMessage());
        }
    }

    public void deleteOldRequests() {
        long upTo = positionAt.applyAsLong(clock.getAsLong() - KEPT_MILLIS);
        Document reached = meta.find(eq("_id", "requests")).first();
        long from = reached == null ? 0 : CommitDocument.number(reached, "position");
        while (from < upTo) {
            long to = Math.min(upTo, from + BATCH);
            List<WriteModel<Document>> removals = new ArrayList<>();
            for (CommitDocument commit : commitCollection.inRange(from + 1, to)) {
                if (commit.request() != null) {
                    List<Binary> ids = new ArrayList<>(commit.ids());
                    ids.remove(1);
                    removals.add(new UpdateOneModel<>(
                            eq("_id", commit.first()),
                            Updates.combine(Updates.set("ids", ids), Updates.unset("request"))));
                }
            }
            if (!removals.isEmpty()) {
                collection.bulkWrite(removals);
            }
            meta.updateOne(eq("_id", "requests"), Updates.set("position", to), new UpdateOptions().upsert(true));
            from = to;
        }
    }

    @Override
    public void close() {
        scheduler.shutdown();
        try {
            if (!scheduler.awaitTermination(10, TimeUnit.SECONDS)) {
                LOG.warn("The removal of old requests did not end within 10 seconds of closing");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
